"""The CUDA programs below any folder, such as checkouts of a book's repositories, without a list of them: by rules that look at the sources only."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from suites import ELSEWHERE, Program

SOURCES = (".cu", ".cpp", ".cc", ".c")
INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"]([^>\"]+)", re.M)
MAIN = re.compile(r"^\s*(?:int|void|auto)?\s*main\s*\(", re.M)
DEFINITION = re.compile(r"^(?!static\b)[A-Za-z_][\w:*&<>\"\s]*?[\s*&](\w+)\s*\([^;{}]*\)\s*\{", re.M)
ELSEWHERE_TOO = {**ELSEWHERE, "graphics": ELSEWHERE["graphics"].replace("(GL/", "(GLUT/|GL/")}


def text_of(file: Path) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text(errors="replace"), flags=re.S)


def helpers(main: Path, others: dict[Path, str]) -> list[list[Path]]:
    """The sources without a main whose functions `main` names, or that these name. One list per version, if several files define the same function."""
    defines = {file: set(DEFINITION.findall(text)) for file, text in others.items()}
    needed: list[Path] = []
    texts = [text_of(main)]
    for text in texts:  # grows
        for file, names in defines.items():
            if file not in needed and names & set(re.findall(r"\w+", text)):
                needed.append(file)
                texts.append(others[file])
    versions = [file for file in needed if any(file != other and defines[file] & defines[other] for other in needed)]
    common = sorted(file for file in needed if file not in versions)
    return [[version, *common] for version in sorted(versions)] or [common]


def headers_of(sources: list[Path], by_name: dict[str, list[Path]]) -> tuple[list[Path], set[Path]]:
    """The folders of headers that are not beside the file that includes them, of several the nearest; and all files that belong to the program."""
    folders: dict[Path, None] = {}
    seen, left = set(sources), list(sources)
    while left:
        file = left.pop()
        for name in INCLUDE.findall(file.read_text(errors="replace")):
            beside = file.parent / name
            found = beside if beside.is_file() else None
            candidates = [each for each in by_name[Path(name).name] if each.as_posix().endswith("/" + name.removeprefix("./"))]
            if not found and candidates:
                found = max(candidates, key=lambda each: (len(os.path.commonpath([each, file])), -len(each.parts), str(each)))
                folders[Path(found.as_posix().removesuffix("/" + name))] = None
            if found and found not in seen:
                seen.add(found)
                left.append(found)
    return list(folders), seen


def folder_suite(root: Path, headers: list[Path]) -> Iterator[Program]:
    """Each source with a main, together with the sources of its folder that it needs. `headers` are more folders with headers."""
    arguments = json.loads((root / "arguments.json").read_text()) if (root / "arguments.json").exists() else {}
    by_name: dict[str, list[Path]] = defaultdict(list)
    folders: dict[Path, list[Path]] = defaultdict(list)
    for top in (root, *headers):
        for at, below, files in os.walk(top, followlinks=True):
            below[:] = sorted(each for each in below if not each.startswith("."))
            for name in sorted(files):
                by_name[name].append(Path(at, name))
                if top == root and name.endswith(SOURCES):
                    folders[Path(at)].append(Path(at, name))
    for folder, files in sorted(folders.items()):
        texts = {file: text_of(file) for file in files}
        mains = [file for file in files if MAIN.search(texts[file])]
        included = {Path(name).name for text in texts.values() for name in INCLUDE.findall(text)}
        others = {file: text for file, text in texts.items() if file not in mains and file.name not in included}
        for main in mains:
            versions = helpers(main, others)
            for more in versions:
                sources = [main, *more]
                if not any(source.suffix == ".cu" for source in sources):
                    continue
                alone = len(mains) == 1 and main.stem in ("main", "kernel", folder.name)
                name = (folder if alone else folder / main.stem).relative_to(root).as_posix()
                name += f"+{more[0].stem}" if len(versions) > 1 else ""
                at, read = headers_of(sources, by_name)
                flags = ["-std=c++17", "-rdc=true", "--extended-lambda", *(word for each in at for word in ("-I", str(each)))]
                if any("omp.h" in texts[source] or "pragma omp" in texts[source] for source in sources):
                    flags += ["-Xcompiler", "-fopenmp"]
                yield Program(name, folder, [source.name for source in sources], flags, arguments.get(name, [[]]),
                              {need: "" for need, pattern in ELSEWHERE_TOO.items() if any(re.search(pattern, file.read_text(errors="replace")) for file in read)})
