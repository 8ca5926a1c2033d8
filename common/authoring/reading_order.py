"""The reading order, defined once: the list on the entry pages, and the next page at the end of each page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import blocks
from tree import ROOT, chapter_pages, in_tree, way


class Stop(NamedTuple):
    page: str
    name: str
    says: str  # text in braces is a link to a page of PARTS
    assumes: str


STOPS = [
    Stop("docs/pages/first_kernel.md", "your first kernel", "half an hour, no GPU", "C++, no CUDA"),
    Stop("ch05_nearest_naive/README.md", "chapter 5", "one thread per point", "steps 1 to 6 of the first kernel"),
    Stop("ch08_transpose/README.md", "chapter 8, the core", "memory transactions, tiles and bank conflicts",
         "steps 6 and 7 of the first kernel"),
    Stop("ch07_shared_blocking/README.md", "chapter 7", "tiles that are reused: {nearest neighbors} and {matrix products}",
         "the tile of chapter 8"),
    Stop("ch06_reduction/sum/README.md", "chapter 6, the sum", "threads and blocks that cooperate on one number",
         "coalescing and barriers, from chapters 8 and 7"),
]
PARTS = {"nearest neighbors": "ch07_shared_blocking/nearest/README.md", "matrix products": "ch07_shared_blocking/matmul/README.md"}
FURTHER = "further reading"
ENTRIES = ["README.md", "docs/pages/start.md", "docs/pages/instructors.md", "docs/pages/teaching.md"]


def _link(page: Path, stop: Stop) -> str:
    return f"[{stop.name}]({way(page, ROOT / stop.page)})"


def _says(page: Path, stop: Stop) -> str:
    return re.sub(r"{([^}]*)}", lambda match: f"[{match[1]}]({way(page, ROOT / PARTS[match[1]])})", stop.says)


def _capital(text: str) -> str:
    at = 1 if text.startswith("[") else 0
    return text[:at] + text[at].upper() + text[at + 1:]


def _here(page: Path) -> str:
    """The position of a page in the reading order, in one sentence."""
    name = in_tree(page).as_posix()
    pages = [stop.page for stop in STOPS]
    if name in pages:
        at = pages.index(name) + 1
        return f"Next: {_link(page, STOPS[at])}, {_says(page, STOPS[at])}." if at < len(STOPS) else f"Next: {FURTHER}, in any order."
    folder = name.rsplit("/", 1)[0]
    for stop in STOPS:
        home = stop.page.rsplit("/", 1)[0]
        if home.startswith(folder + "/"):
            return f"The reading order includes {_link(page, stop)}; the other parts are {FURTHER}."
        if folder.startswith(home + "/") and not folder.endswith("/further"):
            return f"This page is a part of {_link(page, stop)}."
    return f"This page is {FURTHER}: read it after the pages below."


def block(page: Path, _names: list) -> str:
    """On entry pages the numbered list; elsewhere the position of the page, and the whole order in one line."""
    if in_tree(page).as_posix() in ENTRIES:
        lines = [f"{number}. {_capital(_link(page, stop))}: {_says(page, stop)}. Assumes {stop.assumes}." for number, stop in enumerate(STOPS, 1)]
        last = f"{len(STOPS) + 1}. {_capital(FURTHER)}: the other parts of chapters 6 and 7, and the advanced steps (`further`) of every chapter."
        return "\n".join([*lines, last]) + "\n"
    return f"{_here(page)}\n\nReading order: {', '.join([*(_link(page, stop) for stop in STOPS), FURTHER])}.\n"


# Links in running text that name the next page, or the page to start with.
_NEXT = re.compile(r"\b[Gg]o on (?:to|with) \[[^\]]*\]\(([^)#]*)")
_FIRST = re.compile(r"\b(?:[Ss]tart|[Bb]egin) with \[[^\]]*\]\(([^)#]*)|\b(?:[Cc]limb|[Rr]ead) \[[^\]]*\]\(([^)#]*)[^)]*\) first\b")


def _outside(text: str) -> str:
    """The page without the block."""
    return blocks.replaced(text, "order", "") if "order" in blocks.names(text) else text


def faults() -> list[str]:
    """Contradictions to the order: pages without the block, and sentences that direct readers to a different page."""
    found = []
    stops = [stop.page for stop in STOPS]
    pages = [ROOT / name for name in [*ENTRIES, stops[0]]] + [page for page in chapter_pages() if page.name == "README.md"]
    for page in pages:
        if not page.is_file():
            found.append(f"{page.relative_to(ROOT)}: there is no such page")
            continue
        name = in_tree(page).as_posix()
        text = page.read_text(encoding="utf-8")
        if "order" not in blocks.names(text):
            found.append(f"{name}: has no block 'order', which says what is read when")
        text = _outside(text)
        for match in _NEXT.finditer(text):
            at = stops.index(name) + 1 if name in stops else len(stops)
            led = _target(page, match[1])
            if name in stops and led in stops and (at == len(stops) or led != stops[at]):
                found.append(f"{name}: '{match[0]}' leads elsewhere than the order")
        for match in _FIRST.finditer(text) if name in ENTRIES else ():
            if _target(page, match[1] or match[2]) != stops[0]:
                found.append(f"{name}: '{match[0]}' begins elsewhere than the order")
    return found


def _target(page: Path, link: str) -> str:
    path = (page.parent / link).resolve()
    path = path / "README.md" if path.is_dir() else path
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else link
