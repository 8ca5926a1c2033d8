#!/usr/bin/env python3
"""Holds the chapters to their shape; one line for each fault, exit code 1 if there are any.

    rungs.py TREE MANIFEST [LIST]     MANIFEST: the build's tutorial.json; LIST: what `tutorial-driver list --markdown` prints

- A ladder's rung launches a kernel with a body of its own. The kernel is in the rung's file, or in a header that is named after a step, STEP.cuh,
  where a later step launches it too.
- The chapter's headers behind a rung have at most 400 lines together and 150 each, or 900 together in further/. Those of library peers (library_*, cublas_*,
  cusparse*) do not count, since a reader of the rung does not need them, nor do the kernels of steps.
- A core ladder has at most eight rungs.
- The files of a folder are numbered from 01 without a gap, and listed in that order. Before them there may be 00_NAME_whole.cu, a complete
  program without the tutorial's headers.
- The README of a part has at most 300 lines; those between two marks, which scripts fill in, do not count.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

CORE_LINES, FURTHER_LINES, HEADER_LINES, CORE_RUNGS, PAGE_LINES = 400, 900, 150, 8, 300
STATEMENTS = 2  # less than this many in a kernel, and in the device functions beside it, is a call of what stands elsewhere

# Comments, and strings but for those that #include names.
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'(?!\w)', re.DOTALL)


def code_of(text: str) -> str:
    """The text without comments and strings; a digit separator is no quote."""
    text = re.sub(r"(?<=\d)'(?=\d)", "", text)
    return NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def closing(text: str, begin: int, pair: str) -> int:
    """Where the bracket at `begin` is closed."""
    depth = 0
    for place in range(begin, len(text)):
        depth += (text[place] == pair[0]) - (text[place] == pair[1])
        if depth == 0:
            return place
    return len(text)


def functions(code: str, qualifier: str) -> dict[str, tuple[str, int, int]]:
    """Of each function that is defined with this qualifier: its body, and from where to where it stands."""
    found = {}
    bounds = re.compile(r"__launch_bounds__\s*\((?:[^()]|\([^()]*\))*\)")
    code = bounds.sub(lambda match: " " * len(match[0]), code)
    for match in re.finditer(rf"\b{qualifier}\b", code):
        name = re.compile(r"[^;{]*?(\w+)\s*\(").match(code, match.end())
        if not name:
            continue
        body = re.compile(r"[^;{]*\{").match(code, closing(code, name.end() - 1, "()") + 1)
        if body:
            end = closing(code, body.end() - 1, "{}")
            found[name[1]] = (code[body.end():end], match.start(), end)
    return found


PEER = re.compile(r"(library_|cublas_|cusparse)")
# What starts a kernel whose name it is given, or that a variable holds.
INDIRECT = re.compile(r"<<<|\bcuda\w*(?:Launch|AddKernelNode)\w*")


def launched_kernels(sources: list[Path], headers) -> list[str]:
    """The kernels that these files define, and that their host code launches, or gives to a header that launches what it is given."""
    code = "\n".join(code_of(source.read_text(encoding="utf-8")) for source in sources)
    kernels, beside = functions(code, "__global__"), functions(code, "__device__")
    host = code
    for _, begin, end in [*kernels.values(), *beside.values()]:
        host = host[:begin] + " " * (end - begin) + host[end:]
    if not any(INDIRECT.search(text) for text in [host, *(code_of(header.read_text(encoding="utf-8")) for header in headers)]):
        return []
    statements = sum(body.count(";") for body, _, _ in beside.values())
    return [name for name, (body, _, _) in kernels.items() if re.search(rf"\b{name}\b", host) and body.count(";") + statements >= STATEMENTS]


def headers_behind(source: Path, chapter: Path) -> dict[Path, int]:
    """The chapter's headers that a file includes, and those that these include, with their lines."""
    found: dict[Path, int] = {}
    left = [source]
    while left:
        file = left.pop()
        if PEER.match(file.name):
            found.pop(file, None)
            continue
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
            for place in (file.parent / name, chapter / name):
                place = place.resolve()
                if place.is_file() and place.is_relative_to(chapter.parent.resolve()) and place not in found \
                        and re.match(r"ch\d", place.relative_to(chapter.parent.resolve()).parts[0]):
                    found[place] = len(place.read_text(encoding="utf-8").splitlines())
                    left.append(place)
                    break
    return found


def rung_faults(tree: Path, program: dict, steps: set[str]) -> list[str]:
    source = tree / program["source"]
    faults = []
    headers = headers_behind(source, tree / program["chapter"])
    of_steps = {path for path in headers if path.suffix == ".cuh" and path.stem in steps}
    if not launched_kernels([source, *sorted(of_steps)], headers):
        faults.append(f"{program['source']}: launches no kernel of its file or of a STEP.cuh")
    further = "further" in Path(program["source"]).parts
    headers = {path: count for path, count in headers.items() if path not in of_steps}
    lines, most = sum(headers.values()), FURTHER_LINES if further else CORE_LINES
    if lines > most:
        names = ", ".join(f"{path.name} {count}" for path, count in sorted(headers.items()))
        faults.append(f"{program['source']}: {lines} lines of the chapter's headers, more than {most} ({names})")
    if not further:
        faults += [f"{program['source']}: {path.name} has {count} lines, more than {HEADER_LINES}"
                   for path, count in sorted(headers.items()) if count > HEADER_LINES]
    return faults


def ladder_faults(rungs: list[dict]) -> list[str]:
    ladders: dict[str, list[str]] = {}
    for program in rungs:
        if "further" not in Path(program["source"]).parts:
            ladders.setdefault(program["ladder"], []).append(program["name"])
    return [f"the ladder {name} has {len(programs)} rungs, more than {CORE_RUNGS}: {', '.join(programs)}"
            for name, programs in ladders.items() if len(programs) > CORE_RUNGS]


def number_faults(tree: Path) -> list[str]:
    """Of folders with numbered programs; those of tests and exercises are none."""
    folders: dict[Path, list[str]] = {}
    for path in sorted(tree.glob("ch[0-9]*/**/[0-9]*_*.c*")):
        place = path.relative_to(tree)
        if re.match(r"(?!00_\w+_whole\.cu)\d+_\w+\.(cu|cpp)$", path.name) and not {"tests", "exercises", "build"} & set(place.parts):
            folders.setdefault(place.parent, []).append(path.name)
    faults = []
    for folder, names in folders.items():
        numbers = [name.split("_", 1)[0] for name in names]
        if numbers != [f"{number:02}" for number in range(1, len(names) + 1)]:
            faults.append(f"{folder}: numbered {' '.join(numbers)}, not 01 to {len(names):02}")
    return faults


def order_faults(listed: str) -> list[str]:
    """A list of programs has those of one folder in the order of their numbers."""
    last: dict[str, str] = {}
    faults = []
    for folder, name in re.findall(r"\]\((ch[^)]*)/(\d+_[^)/]*)\)", listed):
        if name < last.get(folder, ""):
            faults.append(f"the list has {folder}/{name} after {last[folder]}")
        last[folder] = name
    return faults


def own_lines(page: str) -> int:
    """How many lines of a page its author writes: code, tables and figures between marks are the scripts'."""
    return len(re.sub(r"^<!-- (.*): begin -->\n.*?^<!-- \1: end -->$", "", page, flags=re.MULTILINE | re.DOTALL).splitlines())


def page_faults(tree: Path) -> list[str]:
    faults = []
    for cmake in sorted(tree.glob("ch[0-9]*/*/CMakeLists.txt")):
        page = cmake.parent / "README.md"
        if not re.search(r"^tutorial_part\(", cmake.read_text(encoding="utf-8"), re.MULTILINE):
            continue
        if not page.is_file():
            faults.append(f"{cmake.parent.relative_to(tree)} has no README.md")
        elif (lines := own_lines(page.read_text(encoding="utf-8"))) > PAGE_LINES:
            faults.append(f"{page.relative_to(tree)}: {lines} lines of its own, more than {PAGE_LINES}")
    return faults


def faults_of(tree: Path, manifest: dict, listed: str) -> list[str]:
    rungs = [program for program in manifest["programs"] if program["role"] in ("naive", "rung") and program["source"].endswith(".cu")]
    steps = {program["name"] for program in rungs}
    found = [fault for program in rungs for fault in rung_faults(tree, program, steps)]
    return found + ladder_faults(rungs) + number_faults(tree) + order_faults(listed) + page_faults(tree)


def main() -> int:
    tree, manifest = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    faults = faults_of(tree, manifest, Path(sys.argv[3]).read_text(encoding="utf-8") if len(sys.argv) > 3 else "")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
