"""Code of the tree's sources that stands on pages, between marks, so that who reads there sees it."""

from __future__ import annotations

import re
from pathlib import Path

from tree import ROOT, Fault, in_tree

LANGUAGES = {".cu": "cuda", ".cuh": "cuda", ".sh": "sh", ".cmake": "cmake", ".py": "python"}  # others are C++
MARK_ALONE = re.compile(r" *// \[[^]]*\]")


def marked(file: Path, name: str) -> list[str]:
    """The lines between the two comments `[NAME]`, without lines that only contain such a mark, moved to the left."""
    source = file.read_text(encoding="utf-8").splitlines()
    marks = [number for number, line in enumerate(source) if f"[{name}]" in line.partition("//")[2]]
    lines = [line for line in source[marks[0] + 1:marks[1]] if not MARK_ALONE.fullmatch(line)] if len(marks) == 2 else []
    if not lines:
        raise Fault(f"{file} needs two lines with the comment [{name}] and code between them")
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return [line[indent:] for line in lines]


def source_of(page: Path, name: str) -> Path:
    """The file that a page names, relative to its folder."""
    file = ROOT / in_tree(page).parent / name
    if not file.is_file():
        raise Fault(f"{page}: there is no {name}")
    return file


BORROWED = re.compile(r"<!-- (block|snippet): (\S+) (.*) -->")


def borrowing_faults(page: Path) -> list[str]:
    """Names of pages and files that the site should weave into a translation, and that do not exist. A page may have lost the block
    since it was translated: then the translation shows nothing instead."""
    found = []
    for kind, name, rest in BORROWED.findall(page.read_text(encoding="utf-8")):
        try:
            if kind == "snippet":
                code(page, [name, rest])
            else:
                source_of(page, name)
        except Fault as fault:
            found.append(str(fault))
    return found


def code(page: Path, names: list[str]) -> str:
    """A fenced block with the code between the two marks of a file."""
    if len(names) != 2:
        raise Fault(f"{page}: a block of code is named 'code FILE MARK'")
    file = source_of(page, names[0])
    return "\n".join([f"```{LANGUAGES.get(file.suffix, 'cpp')}", *marked(file, names[1]), "```", ""])
