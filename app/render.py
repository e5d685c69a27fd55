"""A page's context → HTML: finds its template, fills it, and can put everything it needs into one file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from dataclasses import fields
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app import paths
from app.pages import offline

_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"\./[\w.]+";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


@cache
def environment() -> Environment:
    """The templates. A name that a context lacks is an error, not an empty string."""
    made = Environment(
        loader=FileSystemLoader(paths.TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["asset"] = asset
    return made


@cache
def asset(name: str) -> str:
    """The address of a file in ``static``; its content's hash makes it safe to keep for ever."""
    digest = hashlib.sha256((paths.STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


def render(context: Any) -> str:
    """``context`` in its own template, as HTML."""
    values = {field.name: getattr(context, field.name) for field in fields(context)}
    return environment().get_template(context.template).render(values)


def render_offline(book: offline.Book) -> str:
    """One HTML file that opens without a server: styles, scripts and every state of the page within it."""
    archive = {key: render(page) for key, page in book.pages()}
    packed = base64.b64encode(gzip.compress(json.dumps(archive).encode(), 6, mtime=0)).decode()
    return (
        environment()
        .get_template("offline.html")
        .render(
            page=Markup(archive[book.first]),
            title=book.title,
            style=Markup(_inline("css/base.css", "css/reading.css")),
            script=Markup(_script()),
            sprite=Markup(environment().get_template("_sprite.html").render()),
            archive=packed,
        )
    )


def _inline(*names: str) -> str:
    return "\n".join((paths.STATIC / name).read_text(encoding="utf-8") for name in names)


def _script() -> str:
    """Our modules as one script, in the order in which they need each other."""
    parts = [(paths.STATIC / "js" / f"{name}.js").read_text(encoding="utf-8") for name in offline.MODULES]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)) for part in parts)
