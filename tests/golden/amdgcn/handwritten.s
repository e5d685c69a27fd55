/* several
   lines */ s_nop 0 // and code
# a comment
#define TILE 16
#if TILE > 8
.set vgprBase, 4
counter = vgprBase + 1
.macro load dst, src=0
  v_mov_b32 v[\dst+1], v[vgprBase:vgprBase+1]
  s_cbranch_scc0 skip\@
skip\@:
.endm
#endif
.if counter == 5 && 1 << 2
  load 3, src=4
.endif
1: s_branch 1b
label_0001: s_branch label_0001
.ascii "text; // no comment"
