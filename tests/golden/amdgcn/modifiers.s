v_add_f32_dpp v0, -v1, |v2| row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
v_mov_b32_sdwa v0, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_pk_fma_f16 v0, v1, v2, v3 op_sel:[0,1,0] op_sel_hi:[1,1,1] neg_lo:[1,0,0]
v_mul_f32 v1, 0x3f800000, v2 clamp mul:2
v_add_f16_e32 v0.l, v1.h, 1.0
global_load_b32 v5, v[1:2], off offset:-8 th:TH_LOAD_NT scope:SCOPE_SYS
ds_swizzle_b32 v1, v0 offset:swizzle(BITMASK_PERM, "01pip")
image_load v[0:3], [v4,v5], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D a16 d16
exp mrt0 v0, v1, off, off done vm
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 25, 1), 1
s_sendmsg sendmsg(MSG_INTERRUPT)
s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_3)
v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v2, s3, v4
v_mov_b32 v4 /*v260*/, ttmp5
s_mov_b64 exec, s[0:1]
