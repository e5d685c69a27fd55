"""Whatever is sent gets a clear answer that names side and line, and no line is lost or shifted."""

from __future__ import annotations

import codecs
import struct

import pytest
from fastapi.testclient import TestClient

from app.sources import read_source
from web.conftest import BROWSER, LEFT, RIGHT, Start, files, send

TEXT = LEFT.decode()
ELF = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHI", 3, 224, 1) + bytes(100)
REFUSED = {
    "empty": (b"", "empty"),
    "white space": (b" \n\t\r\n", "white space"),
    "binary": (bytes(range(256)) * 40, "binary"),
    "NUL in text": (LEFT[:500] + b"\0" + LEFT[500:], "NUL"),
    "ELF": (ELF, "ELF"),
    "SPIR-V": (b"\x03\x02\x23\x07" + bytes(64), "SPIR-V"),
    "LLVM IR": (b'target triple = "amdgcn-amd-amdhsa"\ndefine amdgpu_kernel void @k() {\n  ret void\n}\n', "LLVM IR"),
    "SASS": (b"        /*0000*/                   MOV R1, c[0x0][0x28] ;\n        /*0010*/    EXIT ;\n", "SASS"),
    "x86": (
        b"\t.text\nmain:\n\tpushq %rbp\n\tmovq %rsp, %rbp\n\tsubq $16, %rsp\n\tmovl $0, %eax\n\tpopq %rbp\n\tretq\n",
        "x86",
    ),
    "prose": (b"Dear reader,\nthis is no kernel at all.\n", "No statement"),
}
READ = {
    "CR LF": LEFT.replace(b"\n", b"\r\n"),
    "CR": LEFT.replace(b"\n", b"\r"),
    "BOM": codecs.BOM_UTF8 + LEFT,
    "UTF-16": TEXT.encode("utf-16"),
    "UTF-16 BE without mark": TEXT.encode("utf-16-be"),
    "no newline at the end": LEFT.rstrip(),
    "cut within an instruction": LEFT[: LEFT.index(b"ld.global") + 6],
    "Latin-1 comment": b"// caf\xe9\n" + LEFT,
    "one long line": LEFT + b"// " + b"x" * 1_000_000,
    "one long instruction": LEFT + b"\nadd.s32 %r1, " + b"%r2+" * 250_000 + b"1;",
}


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_assembly_is_named(client: TestClient, name: str, side: str) -> None:
    raw, word = REFUSED[name]
    sent = {**files(LEFT, RIGHT), side: ("file.bin", raw)}
    answer = client.post("/api/v1/comparisons", files=sent)
    assert 400 <= answer.status_code < 500
    error = answer.json()["error"]
    assert error["side"] == side
    assert word.lower() in (error["title"] + error["detail"]).lower()
    page = client.post("/comparisons", files=sent, headers=BROWSER)
    assert page.status_code == answer.status_code
    assert "Traceback" not in page.text
    assert f"{side} side" in page.text


def test_a_line_is_named_when_there_is_one(client: TestClient) -> None:
    line = LEFT[:500].count(b"\n") + 1
    answer = client.post("/api/v1/comparisons", files=files(LEFT, LEFT[:500] + b"\0" + LEFT[500:]))
    assert answer.json()["error"]["line"] == line


@pytest.mark.parametrize("name", READ)
def test_odd_text_is_read_line_by_line(client: TestClient, name: str) -> None:
    raw = READ[name]
    made = send(client, raw)
    body = client.get(f"/api/v1/comparisons/{made['id']}").json()
    expected = read_source(raw, "").lines
    assert body["left"]["lines"] == len(expected)
    assert client.get(f"/c/{made['id']}/raw/left").content == raw
    first = next(number for number, text in enumerate(expected, 1) if ".entry" in text)
    assert body["left"]["kernels"][0]["line"] == first
    assert client.get(f"/c/{made['id']}?fold=all").status_code == 200


def test_the_wrong_isa_is_said_so(client: TestClient) -> None:
    answer = client.post("/api/v1/comparisons", files=files(LEFT, RIGHT), data={"left_isa": "amdgcn"})
    assert answer.status_code == 422
    assert answer.json()["error"]["side"] == "left"
    unknown = client.post("/api/v1/comparisons", files=files(LEFT, RIGHT), data={"right_isa": "vax"})
    assert "vax" in unknown.json()["error"]["detail"]


def test_one_side_alone_asks_for_the_other(client: TestClient) -> None:
    answer = client.post("/api/v1/comparisons", files={"left": ("a.ptx", LEFT)})
    assert answer.status_code == 422
    assert answer.json()["error"]["side"] == "right"
    assert client.post("/api/v1/comparisons", data={"title": "x"}).status_code == 422


def test_sizes_are_bounded(start: Start) -> None:
    client = start(max_upload_bytes=100_000, max_lines=3000, max_line_length=50_000)
    tall, wide = b"s_nop 0\n" * 3001, b"s_nop 0\n; " + b"x" * 50_000
    for raw, word in ((b"s_nop 0\n" * 20_000, "bytes"), (tall, "lines"), (wide, "characters")):
        answer = client.post("/api/v1/comparisons", files=files(LEFT, raw))
        assert answer.status_code == 413, word
        error = answer.json()["error"]
        assert error["side"] == "right"
        assert word in error["detail"]
    assert client.post("/detect", files={"file": ("a", b"s_nop 0\n" * 20_000)}).status_code == 200
