"""The files in ``static``: kept for ever when asked for by their hash, else asked about again each time."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope


class Assets(StaticFiles):
    """Static files. ``app.render.asset`` puts the hash of the content behind the question mark."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        """The file, or 304 when the client has it."""
        answer = super().file_response(*arguments, **options)
        scope: Scope = arguments[2] if len(arguments) > 2 else options["scope"]
        fixed = bool(scope.get("query_string"))
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if fixed else "no-cache"
        return answer
