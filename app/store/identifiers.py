"""Random names for comparisons, and the tokens that delete them."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
"""Thirty-two characters that nobody takes for one another: no 0 or o, no 1 or l, one case alone."""
LENGTH = 13
"""Five bits each: 65 in all, so nobody finds a comparison by guessing."""
_FORM = re.compile(f"[{ALPHABET}]{{{LENGTH}}}", re.ASCII)


def new_identifier() -> str:
    """A fresh comparison id; it tells nothing of what it names."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_identifier(text: str) -> bool:
    """Whether ``text`` could be a comparison id."""
    return _FORM.fullmatch(text) is not None


def new_token() -> str:
    """A fresh token of 256 bits."""
    return secrets.token_urlsafe(32)


def seal(token: str) -> str:
    """What the store keeps of a token. Tokens are random, so a plain hash can't be turned back."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def fits(token: str, sealed: str) -> bool:
    """Whether ``token`` is the one that was sealed, in constant time."""
    return hmac.compare_digest(seal(token), sealed)
