a.o:	file format elf64-amdgpu

Disassembly of section .text:

0000000000001900 <add>:
	s_load_dwordx2 s[2:3], s[0:1], 0x0                         // 000000001900: C0060080 00000000
	s_cbranch_scc1 65534                                       // 000000001908: BF85FFFE <add+0x8>
<L0>:
	s_branch L0
