"""``warpwave push``: uploads two files to a server and prints the permalink."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from app.cli import program
from app.cli.inputs import read_pair, title_of, write
from app.errors import UserError


class Format(StrEnum):
    """What the answer can be written as."""

    TEXT = "text"
    JSON = "json"


@program.command()
def push(
    left: Annotated[str, typer.Argument(help="File, or - for standard input.", metavar="LEFT")],
    right: Annotated[str, typer.Argument(help="File, or - for standard input.", metavar="RIGHT")],
    server: Annotated[
        str, typer.Option(metavar="URL", help="The service to send to.", envvar="WARPWAVE_SERVER")
    ] = "http://127.0.0.1:8765",
    title: Annotated[str, typer.Option(help="What the comparison is called.")] = "",
    expires_in: Annotated[int | None, typer.Option(metavar="SECONDS", min=1, help="How long it is kept.")] = None,
    left_isa: Annotated[str | None, typer.Option(metavar="I")] = None,
    right_isa: Annotated[str | None, typer.Option(metavar="I")] = None,
    form: Annotated[Format, typer.Option("--format", help="json adds the token that deletes it.")] = Format.TEXT,
) -> None:
    """Upload two files and print the link."""
    import json

    raw = read_pair(left, right)
    words = {
        "title": title,
        "expires_in": str(expires_in or ""),
        "left_isa": left_isa or "",
        "right_isa": right_isa or "",
    }
    files = {"left": (title_of(left), raw[0]), "right": (title_of(right), raw[1])}
    answer = send(server, {name: word for name, word in words.items() if word}, files)
    write(answer["url"] if form is Format.TEXT else json.dumps(answer, indent=1), None)


def send(server: str, words: dict[str, str], files: dict[str, tuple[str, bytes]]) -> dict[str, str]:
    """Posts a comparison; raises a ``UserError`` with what the server, or the network, says."""
    import http.client
    import json
    import urllib.error
    import urllib.request

    url = server.rstrip("/") + "/api/v1/comparisons"
    if not url.startswith(("http://", "https://")):
        raise UserError(f"{server} is not the address of a server: it must start with http:// or https://.")
    kind, body = multipart(words, files)
    headers = {"Content-Type": kind, "Accept": "application/json", "User-Agent": "warpwave"}
    try:
        request = urllib.request.Request(url, body, headers, method="POST")
        with urllib.request.urlopen(request, timeout=120) as answer:
            found: dict[str, str] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        raise UserError(f"{server} answered {error.code}: {_refusal(error.read())}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise UserError(f"{server}: {getattr(error, 'reason', None) or error}.") from error


def _refusal(body: bytes) -> str:
    import json

    try:
        error = json.loads(body)["error"]
        where = ", ".join(filter(None, (error.get("side"), f"line {error['line']}" if error.get("line") else "")))
        return f"{error['title']}. {f'{where}: ' if where else ''}{error['detail']}"
    except (ValueError, KeyError, TypeError):
        return "no reason was given."


def multipart(words: dict[str, str], files: dict[str, tuple[str, bytes]]) -> tuple[str, bytes]:
    """Fields and files as a multipart body, with its content type."""
    import secrets

    edge = secrets.token_hex(16)
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{word}\r\n'.encode()
        for name, word in words.items()
    ]
    for field, (name, raw) in files.items():
        quoted = name.replace("\\", "_").replace('"', "%22").replace("\r", " ").replace("\n", " ")
        head = (
            f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{quoted}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        parts += [head.encode("utf-8", "replace"), raw, b"\r\n"]
    parts.append(f"--{edge}--\r\n".encode())
    return f"multipart/form-data; boundary={edge}", b"".join(parts)
