"""``warpwave serve``: the web service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import program
from app.errors import UserError


@program.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.", metavar="H")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", metavar="P", min=0, max=65535)] = None,
    data: Annotated[Path | None, typer.Option(help="Directory of the embedded store.", metavar="DIR")] = None,
) -> None:
    """Start the web service. Everything else is set by WARPWAVE_… variables."""
    import socket

    import uvicorn
    from pydantic import ValidationError

    from app.settings import Settings
    from app.web.application import create_app

    given: dict[str, Any] = {
        name: value for name, value in (("host", host), ("port", port), ("data", data)) if value is not None
    }
    try:
        chosen = Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(map(str, first["loc"])).upper()
        raise UserError(f"WARPWAVE_{name}: {first['msg']}." if name else f"{first['msg']}.") from error
    try:
        listener = socket.create_server((chosen.host, chosen.port), family=_family(chosen.host), backlog=512)
    except OSError as error:
        raise UserError(f"{chosen.host} port {chosen.port}: {error.strerror or error}.") from error
    app = create_app(chosen)
    place = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
    print(f"Warpwave is at http://{place}:{listener.getsockname()[1]} (Ctrl-C stops it)", flush=True)
    config = uvicorn.Config(
        app,
        log_level=chosen.log_level,
        access_log=chosen.log_level == "debug",
        proxy_headers=bool(chosen.trusted_proxies),
        forwarded_allow_ips=chosen.trusted_proxies or None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listener])


def _family(host: str) -> int:
    import socket

    return socket.AF_INET6 if ":" in host else socket.AF_INET
