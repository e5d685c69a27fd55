	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.section	.rodata,"a",@progbits
	.type	add,@function
add:                                    ; @add
.Lfunc_begin0:
	.file	1 "/src" "add.py"
	.loc	1 6 0 prologue_end              ; add.py:6:0
; %bb.1:
	s_load_dwordx4 s[0:3], s[4:5], 0x10
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s8, v0
	buffer_load_dwordx4 v[36:39], v40, s[0:3], 0 offen offset:16 sc0 nt
	v_mfma_f32_32x32x8f16 a[0:15], v[16:17], v[18:19], a[0:15] cbsz:1 abid:2
	s_cbranch_scc1 .LBB0_2
	s_endpgm
	.amdhsa_kernel add
		.amdhsa_next_free_vgpr 41
	.end_amdhsa_kernel
	.set .Ladd.num_vgpr, 41
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .value_kind:     global_buffer
    .name:           'add two'
amdhsa.version:
  - 1
...
	.end_amdgpu_metadata
