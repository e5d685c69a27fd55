"""``warpwave serve``: the web service."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path
from typing import Any

import click

from app.errors import UserError


@click.command()
@click.option("--host", metavar="H", help="Address to listen on.")
@click.option("--port", metavar="P", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free one.")
@click.option("--data", metavar="DIR", type=click.Path(path_type=Path), help="Directory of the embedded store.")
def command(**options: Any) -> None:
    """Start the web service. Everything else is set by WARPWAVE_… variables."""
    import uvicorn
    from pydantic import ValidationError

    from app.settings import Settings
    from app.web.application import create_app

    try:
        chosen = Settings(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        raise UserError(_wrong_setting(error.errors()[0])) from error
    try:
        family = socket.AF_INET6 if ":" in chosen.host else socket.AF_INET
        listener = socket.create_server((chosen.host, chosen.port), family=family, backlog=512)
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
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _wrong_setting(error: Any) -> str:
    name = "_".join(map(str, error["loc"][:1])).upper()
    reason = error["msg"].removeprefix("Value error, ")
    return f"WARPWAVE_{name}: {reason}." if name else f"{reason}."
