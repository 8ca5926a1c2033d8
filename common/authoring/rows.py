"""Every program has its row in the README of its folder, with its own question, and its code on a page of that folder; counters are beside their own
code."""

from __future__ import annotations

import re
from pathlib import Path

from tree import ROOT

ROW = re.compile(r"^\| \[.*\]\((ch[^)]*)\) \| (.*) \|$", re.MULTILINE)


def page_of(source: str, root: Path) -> Path:
    """The README of a program's folder, or of the nearest above it."""
    folder = Path(source).parent
    while len(folder.parts) > 1 and not (root / folder / "README.md").is_file():
        folder = folder.parent
    return folder / "README.md"


def pages_beside(page: Path, root: Path) -> list[Path]:
    """The README and the other pages of its folder."""
    return sorted((root / page).parent.glob("*.md"))


def shows(page: str, source: Path, name: str) -> bool:
    """Whether a page shows code of the program, or of a kernel's header (.cuh) that it includes."""
    program = Path(name).stem.split("_", 1)[1]
    if f"<!-- code {name} " in page or re.search(rf"<!-- lens (?:quick )?{program} \w", page):
        return True
    headers = re.findall(r'^#include "(?:.*/)?(.*\.cuh)"', source.read_text(encoding="utf-8"), re.MULTILINE)
    return any(re.search(rf"<!-- code (?:[^ ]*/)?{re.escape(header)} ", page) for header in headers)


BLOCK = re.compile(r"^<!-- (lens (?:quick )?(?P<lens>\w+)( .*)?|code (?:[^ ]*/)?\d+_(?P<code>\w+)\.\w+ .*): begin -->$", re.MULTILINE)


def section_faults(page: str, name: str) -> list[str]:
    """The lens's counters of a program are in the section that shows this program's code, and in no other."""
    found = []
    for section in re.split(r"^(?=#+ )", page, flags=re.MULTILINE):
        blocks = list(BLOCK.finditer(section))
        shown = {match["code"] for match in blocks if match["code"]} | {match["lens"] for match in blocks if match["lens"] and match[3]}
        for match in blocks:
            if match["lens"] and shown != {match["lens"]}:
                others = ", ".join(sorted(shown - {match["lens"]})) or "no code"
                found.append(f"{name}: counters of {match['lens']} in the section '{section.splitlines()[0]}', which shows {others}")
    return found


def faults(map_of_chapters: str, root: Path = ROOT) -> list[str]:
    """One line for each program of `list --markdown` whose page is incomplete."""
    found = []
    for source, question in ROW.findall(map_of_chapters):
        page = page_of(source, root)
        text = (root / page).read_text(encoding="utf-8")
        name = Path(source).relative_to(page.parent).as_posix()
        if f"]({name}) | {question} |" not in text:
            found.append(f"{page} has no row with {source} and its question: {question}")
        if not any(shows(each.read_text(encoding="utf-8"), root / source, name) for each in pages_beside(page, root)):
            found.append(f"{page} shows no code of {source}, nor does a page beside it")
    for page in sorted({page_of(source, root) for source, _ in ROW.findall(map_of_chapters)}):
        for each in pages_beside(page, root):
            found += section_faults(each.read_text(encoding="utf-8"), str(each.relative_to(root)))
    return found
