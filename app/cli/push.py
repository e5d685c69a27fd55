"""``warpwave push``: uploads two files to a server and prints the permalink."""

from __future__ import annotations

import http.client
import json
import secrets
import urllib.error
import urllib.request

import click

from app.cli.inputs import read_bytes, read_pair, title_of, write
from app.errors import UserError

FORMATS = ("text", "json")
_TIMEOUT = 120
"""Seconds."""


@click.command()
@click.argument("left")
@click.argument("right")
@click.option("--server", metavar="URL", default="http://127.0.0.1:8765", show_default=True, envvar="WARPWAVE_SERVER")
@click.option("--source", metavar="FILE", help="The kernel's own source, shown beside both sides.")
@click.option("--title", default="", help="What the comparison is called.")
@click.option("--expires-in", metavar="SECONDS", type=click.IntRange(1), help="How long it is kept.")
@click.option("--left-isa", metavar="I", help="ptx or amdgcn; told from the text if absent.")
@click.option("--right-isa", metavar="I", help="Likewise for the right side.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="json adds the deletion token.")
def command(
    left: str, right: str, server: str, source: str | None, form: str, expires_in: int | None, **words: str | None
) -> None:
    """Upload the files LEFT and RIGHT and print the link; - is standard input."""
    raw = read_pair(left, right)
    given = {name: word for name, word in words.items() if word}
    if expires_in is not None:
        given["expires_in"] = str(expires_in)
    files = {"left": (title_of(left), raw[0]), "right": (title_of(right), raw[1])}
    if source:
        files["source"] = (title_of(source), read_bytes(source))
    answer = send(server, given, files)
    write(answer["url"] if form == "text" else json.dumps(answer, indent=1), None)


def send(server: str, words: dict[str, str], files: dict[str, tuple[str, bytes]]) -> dict[str, str]:
    """Posts a comparison; raises a ``UserError`` with what the server, or the network, says."""
    url = server.rstrip("/") + "/api/v1/comparisons"
    if not url.startswith(("http://", "https://")):
        raise UserError(f"{server} is not the address of a server: it must start with http:// or https://.")
    kind, body = multipart(words, files)
    headers = {"Content-Type": kind, "Accept": "application/json", "User-Agent": "warpwave"}
    try:
        request = urllib.request.Request(url, body, headers, method="POST")
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
            found: dict[str, str] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        raise UserError(f"{server} answered {error.code}: {_refusal(error.read())}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise UserError(f"{server}: {getattr(error, 'reason', None) or error}.") from error


def _refusal(body: bytes) -> str:
    try:
        error = json.loads(body)["error"]
        where = ", ".join(filter(None, (error.get("side"), f"line {error['line']}" if error.get("line") else "")))
        return f"{error['title']}. {f'{where}: ' if where else ''}{error['detail']}"
    except (ValueError, KeyError, TypeError):
        return "no reason was given."


def multipart(words: dict[str, str], files: dict[str, tuple[str, bytes]]) -> tuple[str, bytes]:
    """Fields and files as a multipart body, with its content type."""
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
