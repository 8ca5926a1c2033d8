"""The block `letters`: a link for each letter that a term of the page begins with."""

from __future__ import annotations

import re
from pathlib import Path


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def block(page: Path, _names: list) -> str:
    first: dict[str, str] = {}
    for term in re.findall(r"^### (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        first.setdefault(term[0].upper(), term)
    return " · ".join(f"[{letter}](#{_anchor(term)})" for letter, term in first.items()) + "\n"
