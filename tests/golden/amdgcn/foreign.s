some words that are no code
v_mov_b32 v0, “quoted”
v_mov_b32 v0, `back`
?
"never closed
