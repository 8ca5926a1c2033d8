#!/usr/bin/env python3
"""The layers of common, read from its includes, and what breaks their rules.

common/authoring/layers.py [ROOT]    prints the faults, one a line; exit code 1 if there are any

- An include goes down: never to a layer above its own.
- No file includes itself by way of others, and no two folders include each other; but for the headers that stand in for CUDA's, and for the
  rooms of the lens, which are one folder here: they say where to look, and findings are reported from everywhere.
- No two headers have one name, but for those that stand in for CUDA's.
- A header is included by its folder, from common/ on ("support/text.hpp"), the programs' as "tutorial/…", the simulator's as "cudasim/…".
Advice, which is printed and is no fault: no function should have more than 60 lines.

ARCHITECTURE.md says what the layers are for; draw_layers.py draws them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from options import parser
from tree import ROOT, run_main

# From the lowest up. A file belongs to the first layer that lists a folder containing it.
LAYERS = [
    ("simulator", ["sim/include", "sim/runtime", "sim/libraries", "sim/lens", "sim/translate"]),
    ("support", ["support"]),
    ("predict", ["predict"]),
    ("simcc", ["sim/simcc"]),
    ("utility", ["include", "src"]),
    ("driver", ["driver"]),
    ("marking", ["marking"]),
    ("tests", ["tests"]),
]
ROOTS = ["", "include", "sim/include"]  # of includes, from common/
# Programs as users write them: they include files of their own folder.
PROGRAMS = ["tests/lens/wrong", "tests/lens/right", "tests/lens/mutation/programs", "tests/marking/attacks", "tests/sim/translate/programs"]
STAND_INS = "sim/include"
ROOMS = "sim/lens"
SOURCES = {".cpp", ".hpp", ".cu", ".cuh", ".h"}
LONGEST = 60  # lines of a function


def is_below(path: str, folders: list[str]) -> bool:
    return any(path.startswith(folder + "/") for folder in folders)


def layer_of(path: str) -> int | None:
    """The layer's number of a file of common; None for a file in no layer."""
    for number, (_, folders) in enumerate(LAYERS):
        if is_below(path, folders):
            return number
    return None


def bare(text: str) -> str:
    """C++ without comments and contents of strings; line numbers stay the same."""
    word = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)

    def replacement(match: re.Match) -> str:
        kind = '""' if match[0][0] in "R\"'" else " "
        before = text[match.start() - 1] if match.start() else " "
        if match[0][0] == "'" and before.isalnum():  # 1'000
            return match[0]
        return kind + "\n" * match[0].count("\n")

    return word.sub(replacement, text)


def includes(text: str) -> Iterator[tuple[int, str]]:
    """Line and name of each quoted include."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', lambda raw: "\n" * raw[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r'\s*#\s*include\s*"([^"]+)"', line):
            yield number, match[1]


def functions(text: str) -> Iterator[tuple[int, int, str]]:
    """First line, number of lines and head of each function with a body."""
    scopes: list[tuple[str, int, str]] = []
    head, begin, line, round_brackets = "", 1, 1, 0
    for sign in re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda match: "\n" * match[0].count("\n"), bare(text), flags=re.MULTILINE):
        line += sign == "\n"
        round_brackets += (sign == "(") - (sign == ")")
        inside = any(kind == "function" for kind, _, _ in scopes)
        if sign == "{":
            scopes.append(("inside" if inside else kind_of(head, round_brackets), begin, head))
            if scopes[-1][0] in ("scope", "function"):
                head = ""
        elif sign == "}" and scopes:
            kind, first, words = scopes.pop()
            if kind == "function":
                yield first, line - first + 1, " ".join(words.split())
            if kind in ("scope", "function"):
                head = ""
        elif sign == ";" and round_brackets == 0 and not inside:
            head = ""
        elif not inside:
            if not head.strip():
                head, begin = "", line
            head += sign
            if head.strip() in ("public:", "private:", "protected:"):
                head = ""


def kind_of(head: str, round_brackets: int) -> str:
    """What a brace after these words opens: a scope, a function, or values."""
    words = head.strip()
    if re.match(r'(inline )?namespace\b|extern ""', words):
        return "scope"
    if re.match(r"(template\s*<.*>\s*)?(class|struct|union|enum)\b", words, re.DOTALL) and not words.endswith(")"):
        return "scope"
    without_arguments = re.sub(r"\(.*\)", "()", words, flags=re.DOTALL)
    assigned = re.search(r"(^|[^=!<>])=(?!=)[^=]*$", without_arguments)
    return "function" if ")" in words and round_brackets == 0 and not assigned and not words.endswith(",") else "values"


class Common:
    """The sources of common, their includes resolved."""

    def __init__(self, root: Path):
        self.folder = root / "common"
        self.files = sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.suffix in SOURCES)
        self.files = [path for path in self.files if layer_of(path) is not None]
        self.texts = {path: (self.folder / path).read_text(encoding="utf-8", errors="replace") for path in self.files}
        self.edges: list[tuple[str, int, str]] = []  # file, line, the file that it includes
        self.beside: list[tuple[str, int, str]] = []  # included as a file of the same folder
        known = set(self.files)
        for path, text in self.texts.items():
            for line, name in includes(text):
                found = next((place for root in ROOTS if (place := f"{root}/{name}".lstrip("/")) in known), None)
                if found:
                    self.edges.append((path, line, found))
                elif (self.folder / path).parent.joinpath(name).exists() and not is_below(path, [*PROGRAMS, STAND_INS]):
                    self.beside.append((path, line, name))

    def faults(self) -> list[str]:
        return [*self.upward(), *self.by_neighbour(), *self.same_names(), *self.circles()]

    def upward(self) -> Iterator[str]:
        for path, line, target in self.edges:
            own, other = layer_of(path), layer_of(target)
            if other > own:
                yield f"common/{path}:{line}: {LAYERS[own][0]} includes {target} of {LAYERS[other][0]}, a layer above"

    def by_neighbour(self) -> Iterator[str]:
        for path, line, name in self.beside:
            yield f'common/{path}:{line}: "{name}" is not included by its folder, from common/ on'

    def same_names(self) -> Iterator[str]:
        named: dict[str, list[str]] = {}
        for path in self.files:
            stand_in = is_below(path, [STAND_INS]) and not path.startswith(f"{STAND_INS}/cudasim/")
            if path.endswith((".hpp", ".cuh", ".h")) and not stand_in:
                named.setdefault(Path(path).name, []).append(path)
        for name, paths in named.items():
            if len(paths) > 1:
                yield f"{len(paths)} headers are called {name}: {', '.join('common/' + path for path in paths)}"

    def circles(self) -> Iterator[str]:
        edges = [(path, target) for path, _, target in self.edges if not is_below(path, ["tests", STAND_INS])]
        for circle in (circle_in(edges), circle_in([(folder(a), folder(b)) for a, b in edges if folder(a) != folder(b)])):
            if circle:
                yield "a circle of includes: " + " -> ".join("common/" + path for path in circle)

    def long_functions(self) -> Iterator[str]:
        for path, text in self.texts.items():
            if is_below(path, ["tests", STAND_INS]):
                continue
            for line, lines, head in functions(text):
                if lines > LONGEST:
                    yield f"common/{path}:{line}: a function of {lines} lines, more than {LONGEST}: {head[:60]}"


def folder(path: str) -> str:
    return ROOMS if is_below(path, [ROOMS]) else str(Path(path).parent)


def circle_in(edges: list[tuple[str, str]]) -> list[str]:
    """A cycle in the edges; empty if there is none."""
    after: dict[str, set[str]] = {}
    for a, b in edges:
        after.setdefault(a, set()).add(b)
    done: set[str] = set()

    def search(way: list[str]) -> list[str]:
        for following in sorted(after.get(way[-1], ())):
            if following in way:
                return [*way[way.index(following):], following]
            if following not in done and (found := search([*way, following])):
                return found
        done.add(way[-1])
        return []

    for start in sorted(after):
        if start not in done and (found := search([start])):
            return found
    return []


def main() -> int:
    arguments = parser(__doc__, check=False)
    arguments.add_argument("root", nargs="?", type=Path, default=ROOT, help="another tree")
    common = Common(arguments.parse_args().root)
    faults = common.faults()
    print("".join(line + "\n" for line in [*faults, *(f"advice: {advice}" for advice in common.long_functions())]), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    run_main(main)
