#!/usr/bin/env python3
"""Holds repeated code together: what stands twice between two lines `// [repeated]` is identical.

    repeated.py TREE     one line for each fault, exit code 1 if there are any

The rung that is about it has it in its own file. A copy, in a header or in a later rung, stands below the line

    // Identical to PROGRAM; a test compares the two.

A file may have several blocks, of several programs; those of one program are one text. Marks of other kinds are no part of it, nor what is
said behind a barrier: there stands why a test of barriers keeps it, and that may be another reason in another program.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

MARK = "// [repeated]"
OWNER = re.compile(r"// Identical to (\w+); a test compares the two\.")
OTHER_MARKS = re.compile(r"\s*// (\[[a-z, ]+\]\s*)+")
BARRIER = re.compile(r"(__sync\w+\(\);)\s*//.*")
SHORTEST = 10  # lines; less is no reason for a copy

Blocks = dict[str, list[str]]


def blocks_of(path: Path) -> Blocks:
    """The lines of a file's blocks by the program that they are said to be of, "" where the file says none."""
    found: Blocks = {}
    owner = None
    before = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line == MARK:
            match = OWNER.fullmatch(before)
            owner = (match[1] if match else "") if owner is None else None
            if owner is not None:
                found.setdefault(owner, [])
        elif owner is not None and not OTHER_MARKS.fullmatch(line):
            found[owner].append(BARRIER.sub(r"\1", line))
        before = line
    if owner is not None:
        raise ValueError(f"a line {MARK} has no second one")
    return found


def first_difference(own: list[str], copied: list[str]) -> str:
    """The first line of the copy that is not the rung's."""
    for mine, theirs in zip(own, copied):
        if mine != theirs:
            return f"'{theirs.strip()}' is there '{mine.strip()}'"
    return f"{len(copied)} lines are there {len(own)}"


def faults_of(tree: Path) -> list[str]:
    faults = []
    found: dict[Path, Blocks] = {}
    for path in sorted(path for kind in ("cu", "cuh", "hpp") for path in tree.glob(f"ch[0-9]*/**/*.{kind}")):
        try:
            if blocks := blocks_of(path):
                found[path.relative_to(tree)] = blocks
        except ValueError as error:
            faults.append(f"{path.relative_to(tree)}: {error}")
    programs = {re.sub(r"^\d+_", "", path.stem): path for path in found if re.match(r"\d+_", path.name)}
    copied = set()
    for path, blocks in found.items():
        for program, lines in blocks.items():
            if program == "":
                if programs.get(re.sub(r"^\d+_", "", path.stem)) != path:
                    faults.append(f"{path}: the line above [repeated] names no program")
                continue
            copied.add(program)
            own = found[programs[program]].get("", []) if program in programs else []
            if len(own) < SHORTEST:
                faults.append(f"{path}: {program} has no {SHORTEST} lines between two lines [repeated]")
            elif own != lines:
                faults.append(f"{path} and {programs[program]} differ in what is [repeated]: {first_difference(own, lines)}")
    faults += [f"{path}: nobody repeats what is [repeated]" for program, path in programs.items() if "" in found[path] and program not in copied]
    return faults


def main() -> int:
    faults = faults_of(Path(sys.argv[1]))
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
