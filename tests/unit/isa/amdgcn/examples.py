"""A mnemonic → operand lists that an assembler may take, made from its roles.

Roles don't say how many registers an operand takes, so several lists are offered; the roles are right
when the assembler takes one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from app.isa.amdgcn import instructions, matrix
from app.isa.amdgcn.families import Role

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 32)
MATRIX = ("v_mfma", "v_smfmac", "v_wmma", "v_swmmac")
FIXED = {
    "s_waitcnt": ["vmcnt(0)"],
    "s_delay_alu": ["instid0(VALU_DEP_1)"],
    "s_waitcnt_depctr": ["depctr_va_vdst(0)"],
    "s_wait_alu": ["depctr_va_vdst(0)"],
    "s_sendmsg": ["sendmsg(MSG_INTERRUPT)"],
    "s_sendmsghalt": ["sendmsg(MSG_INTERRUPT)"],
    "s_sendmsg_rtn_b32": ["s0, sendmsg(MSG_RTN_GET_DOORBELL)"],
    "s_sendmsg_rtn_b64": ["s[0:1], sendmsg(MSG_RTN_GET_DOORBELL)"],
    "s_getreg_b32": ["s0, hwreg(HW_REG_MODE)", "s0, hwreg(1)"],
    "s_setreg_b32": ["hwreg(1), s0"],
    "s_setreg_imm32_b32": ["hwreg(1), 0x1f"],
    "s_version": ["UC_VERSION_GFX10", "0x4"],
    "exp": ["mrt0 v0, v1, v2, v3"],
    "export": ["mrt0 v0, v1, v2, v3"],
    "buffer_store_lds_dword": ["s[4:7], 0 lds"],
    "v_interp_mov_f32": ["v0, p10, attr0.x"],
    "v_interp_p2_f32": ["v0, v1, attr0.x", "v0, v1, v2, v3"],
    "tensor_load_to_lds": ["s[0:3], s[4:11]"],
    "tensor_store_from_lds": ["s[0:3], s[4:11]"],
    "tensor_save": ["s[0:1]"],
    "s_cbranch_g_fork": ["s[0:1], s[2:3]"],
    "s_cbranch_i_fork": ["s[0:1], 4"],
    "s_subvector_loop_begin": ["s0, 4"],
    "s_subvector_loop_end": ["s0, 4"],
    "v_writelane_b32": ["v0, s1, s2"],
    "v_mov_b16": ["v0.l, v1.h"],
    "v_swap_b16": ["v0.l, v1.h"],
    "v_fmamk_f16": ["v0, v1, 0x1234, v2", "v0.l, v1.l, 0x1234, v2.l"],
    "v_qsad_pk_u16_u8": ["v[0:1], v[2:3], v4, v[6:7]"],
    "v_mqsad_pk_u16_u8": ["v[0:1], v[2:3], v4, v[6:7]"],
    "v_mqsad_u32_u8": ["v[0:3], v[4:5], v6, v[8:11]"],
    "v_perm_pk16_b6_u4": ["v[0:2], v4, v[6:7], v[8:9]"],
    "ds_bvh_stack_rtn_b32": ["v0, v1, v2, v[4:7]"],
    "ds_bvh_stack_push4_pop1_rtn_b32": ["v0, v1, v2, v[4:7]"],
    "ds_bvh_stack_push8_pop1_rtn_b32": ["v0, v1, v2, v[4:11]"],
    "ds_bvh_stack_push8_pop2_rtn_b64": ["v[0:1], v2, v3, v[4:11]"],
}
WORDS = {
    "tbuffer_": ("format:[BUF_FMT_32_FLOAT]", "dfmt:4, nfmt:7", "dfmt:4, nfmt:7 offen", "format:22", "format:22 offen"),
    "buffer_": ("", "offen"),
    "ds_gws": ("gds",),
    "ds_ordered": ("gds",),
    "ds_add_gs": ("gds",),
    "ds_sub_gs": ("gds",),
    "v_bitop": ("bitop3:0x40",),
    "v_dual_bitop": ("bitop3:0x40",),
    "global_atomic": ("", "glc", "sc0", "th:TH_ATOMIC_RETURN"),
    "flat_atomic": ("", "glc", "sc0", "th:TH_ATOMIC_RETURN"),
    "buffer_atomic": ("offen", "offen glc", "offen sc0", "offen th:TH_ATOMIC_RETURN"),
    "s_atomic": ("", "glc"),
    "s_buffer_atomic": ("", "glc"),
    "v_movrel": ("",),
}  # fmt: skip


def vector(size: int, start: int = 4) -> str:
    return f"v{start}" if size == 1 else f"v[{start}:{start + size - 1}]"


def scalar(size: int, start: int = 8) -> str:
    return f"s{start}" if size == 1 else f"s[{start}:{start + size - 1}]"


def words(stem: str) -> tuple[str, ...]:
    for start in sorted(WORDS, key=len, reverse=True):
        if stem.startswith(start):
            return WORDS[start]
    return ("",)


def statements(stem: str, target: str) -> Iterator[str]:
    """Whole statements to try; what issues in pairs is tried as either half."""
    for args in operand_lists(stem, target):
        yield f"{stem} {args}"
        if stem.startswith("v_dual_"):
            yield f"v_dual_mov_b32 v1, v3 :: {stem} {args.partition('::')[0]}"


def operand_lists(stem: str, target: str) -> Iterator[str]:
    """Operand lists to try, each with the words that the instruction needs."""
    if stem in FIXED:
        yield from FIXED[stem]
        return
    roles = instructions.roles(stem, target)
    if stem.startswith("v_dual_"):
        for args in _vector(stem, roles):
            for word in words(stem):
                yield f"{args} {word} :: v_dual_mov_b32 v1, v3"
        return
    for args in _lists(stem, target, roles):
        for word in words(stem):
            yield f"{args} {word}"


def _lists(stem: str, target: str, roles: tuple[Role, ...]) -> Iterator[str]:
    if not roles:
        yield ""
    elif stem.startswith(MATRIX) and "ld_scale" not in stem:
        yield from _matrix(stem, target, roles)
    elif stem.startswith(("s_", "v_s_")):
        yield from _scalar(stem, roles)
    elif stem.startswith(("v_", "ds_", "lds_")):
        yield from _vector(stem, roles)
    else:
        yield from _memory(stem, target, roles)


def _matrix(stem: str, target: str, roles: tuple[Role, ...]) -> Iterator[str]:
    tiles = matrix.tiles(instructions.lookup(stem, target), (), target)
    for which in (0, -1):
        texts = []
        for i, role in enumerate(roles):
            size = tiles[role.name].registers[which] if role.name in tiles else 1
            texts.append(vector(size, 32 * i))
        yield ", ".join(texts)
        wide = [
            vector(2, 128 + 2 * i) if role.name.startswith(("scale", "sparsity")) else text
            for i, (role, text) in enumerate(zip(roles, texts, strict=True))
        ]
        yield ", ".join(wide)


def _scalar(stem: str, roles: tuple[Role, ...]) -> Iterator[str]:
    for size, source, number in product((1, 2, 3, 4, 8, 16), (1, 2), ("4", "0x10")):
        texts = []
        for i, role in enumerate(roles):
            if role.optional and any(other.optional for other in roles[:i]):
                continue
            texts.append(_scalar_text(role, i, size, source, number))
        yield ", ".join(texts)
    yield ", ".join("s0" for role in roles if not role.optional)


def _scalar_text(role: Role, i: int, size: int, source: int, number: str) -> str:
    if role.name == "offset" and role.optional:
        return "0x10"
    if role.name == "buffer resource":
        return "s[20:23]"
    if role.name in ("base address", "return address", "address"):
        return "s[16:17]"
    if role.name == "scalar count":
        return "null"
    if role.name == "scalar offset":
        return "s2"
    if role.name == "barrier":
        return "-1" if number == "4" else "1"
    if role.name in ("shift amount", "offset", "width", "offset and width") and "s" in role.kinds:
        return "s3"
    if "s" in role.kinds and role.kinds != "si":
        return scalar(size if i == 0 else source, 32 if i == 0 else 4 * i)
    return number


def _vector(stem: str, roles: tuple[Role, ...]) -> Iterator[str]:
    needed = [role for role in roles if not role.optional]
    guess = _guess(stem)
    for chosen in [needed, list(roles)] if len(needed) != len(roles) else [needed]:
        for (first, rest, last), mask in product([guess, *product(SIZES, SIZES, (0, 1, 2))], ("vcc", "vcc_lo")):
            yield ", ".join(
                _vector_text(stem, role, i, len(chosen), first, rest, last, mask) for i, role in enumerate(chosen)
            )


def _guess(stem: str) -> tuple[int, int, int]:
    """Sizes of the destination, of the other operands and of the last, by the types in the name."""
    sizes = [
        int(bits) // 32 or 1
        for bits in re.findall(r"_[a-z]*?(\d+)(?=_|$)", stem)
        if int(bits) in (8, 16, 32, 64, 96, 128)
    ]
    return (sizes[0], sizes[-1], 0) if sizes else (1, 1, 0)


def _vector_text(stem: str, role: Role, i: int, count: int, first: int, rest: int, last: int, mask: str) -> str:
    if role.name in ("mask destination", "carry out", "scale flag", "carry in", "lane mask"):
        return mask
    if role.name == "scalar destination":
        return "s4"
    if role.name == "attribute":
        return "attr0.x"
    if role.name == "literal":
        return "0x1234" if stem.endswith("16") else "0x12345678"
    if role.name == "lane" or (role.name == "selector" and stem.startswith("v_permlane")):
        return "s2"
    if role.name == "accumulation register":
        return "a4"
    if role.kinds in ("si", "i"):
        return "1"
    if i == 0:
        return vector(first, 4)
    if role.name in ("address", "stack address", "lane address"):
        return vector(1, 2)
    if role.name in ("shift amount", "scale", "random bits", "exponent", "class mask"):
        return vector(last or 1, 40 + 36 * i)
    return vector(last if last and i == count - 1 else rest, 40 + 36 * i)


def _memory(stem: str, target: str, roles: tuple[Role, ...]) -> Iterator[str]:
    if stem.startswith(("image", "bvh")):
        yield from _image(stem, roles)
        return
    width = instructions.lookup(stem, target).width
    sizes = [max(1, width // 4), max(1, width // 2)] if width else [1, 2, 3, 4, 32]
    needed = [role for role in roles if not role.optional]
    for chosen in [list(roles), needed] if len(needed) != len(roles) else [needed]:
        for size, address, base in product(sizes, (2, 1), ("off", "s[2:3]")):
            yield ", ".join(_memory_text(stem, role, i, size, address, base) for i, role in enumerate(chosen))


def _memory_text(stem: str, role: Role, i: int, size: int, address: int, base: str) -> str:
    if role.name in ("destination", "data", "data and comparand"):
        return vector(size, 4 + 40 * i)
    if role.name == "buffer resource":
        return "s[16:19]"
    if role.name == "scalar offset":
        return "off" if "o" in role.kinds and base != "off" else "s1"
    if role.name == "scalar base":
        return base
    if role.name == "LDS address":
        return "v2"
    return vector(1 if stem.startswith(("buffer", "tbuffer")) else address, 100)


BVH = (
    "v[0:3], [v4, v5, v[8:10], v[12:14], v[16:18]], s[4:7]",
    "v[0:3], [v4, v[6:7], v[8:10], v[12:14]], s[4:7]",
    "v[0:3], v[4:14], s[4:7]",
    "v[0:3], v[4:15], s[4:7]",
    "v[0:3], [v[4:5], v6, v[8:10], v[12:14], v[16:18]], s[4:7]",
    "v[0:9], [v[10:11], v[12:13], v[14:16], v[18:20], v21], s[4:7]",
    "v[0:9], [v[10:11], v[12:13], v[14:16], v[18:20], v[22:23]], s[4:7]",
)


def _image(stem: str, roles: tuple[Role, ...]) -> Iterator[str]:
    if "bvh" in stem:
        yield from BVH
        return
    tail = ", s[8:15], s[32:35]" if any(role.name == "sampler" for role in roles) else ", s[8:15]"
    for size, count, shape in product((4, 1, 2), range(1, 13), ("", "1D", "2D_MSAA")):
        small = size != 2 and (size == 1 or "gather" in stem or "msaa" in stem)
        words = f"dmask:{'0x1' if small else '0xf' if size == 4 else '0x3'}"
        for address in _addresses(count):
            yield f"{vector(size)}, {address}{tail} {words}{f' dim:SQ_RSRC_IMG_{shape}' if shape else ''}"


def _addresses(count: int) -> Iterator[str]:
    """One tuple; registers in any order; three of them and a tuple (gfx11 and later)."""
    single = [vector(1, 100 + i) for i in range(count)]
    yield vector(count, 100)
    yield f"[{', '.join(single)}]"
    if count > 4:
        yield f"[{', '.join(single[:3])}, {vector(count - 3, 120)}]"
