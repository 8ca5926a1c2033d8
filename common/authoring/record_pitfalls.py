#!/usr/bin/env python3
"""Runs every faulty variant of the pitfalls (folders of that name) and writes down what is said about it: FOLDER/PROGRAM.VARIANT.TOOL.txt,
and a summary, FOLDER/pitfalls.json. update_pages.py makes the pages' tables from it.

common/authoring/record_pitfalls.py simulator [FOLDER]   the simulator, plain and under the lens; docs/results/simulator/pitfalls
common/authoring/record_pitfalls.py gpu FOLDER           the GPU, plain and under compute-sanitizer's four tools
common/authoring/record_pitfalls.py --check              exit code 1 and the differences if the simulator says something else now

BUILD_DIR: the build folder with the programs, by default that of the preset auto; for gpu, that of the preset cuda.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pitfalls
from options import parser
from tree import BUILD, ROOT, Fault, below, in_tree, run_main
from work import Work

WIDTH = 110  # of a line of the record
LIMIT = ["timeout", "-k", "5", "60"]


@dataclass
class Case:
    """One faulty variant of one program, or, for a program without variants, the data that it can be run with."""
    binary: str  # within the folder of a back end
    program: str
    option: str
    variant: str


def binary_of(build: Path, backend: str, source: Path) -> Path:
    """A program's binary lies in its chapter's folder, or in its part's."""
    chapter = build / backend / in_tree(source).parts[0]
    binaries = below(chapter, pitfalls.name_of(source)) if chapter.is_dir() else []
    if not binaries:
        raise Fault(f"{pitfalls.name_of(source)} is not built in {chapter}")
    return binaries[0]


def cases(build: Path, backend: str) -> list[Case]:
    found = []
    for source in pitfalls.sources():
        binary = binary_of(build, backend, source)
        said = subprocess.run([binary, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        variants = re.findall(r"^ *--variant WORD.*: all, (.*), mended \(default all\)$", said, re.MULTILINE)
        data = re.findall(r"^ *--data WORD.*: (.*) \(default .*", said, re.MULTILINE)
        option, words = ("--variant", variants[0]) if variants else ("--data", data[-1] if data else "")
        name = str(binary.relative_to((build / backend).resolve()))
        found += [Case(name, pitfalls.name_of(source), option, word) for word in words.replace(",", "").split()]
    return found


def tidied(text: str, build: Path) -> str:
    """Without the folders of this machine, whose length changes the lens's line breaks."""
    kept: list[str] = []
    paragraph: list[str] = []

    def flush() -> None:
        line = " "
        for word in paragraph:
            if len(line) + 1 + len(word) > WIDTH:
                kept.append(line)
                line = " "
            line += " " + word
        if paragraph:
            kept.append(line)
        paragraph.clear()

    hazards = False
    for line in text.replace(f"{build}/", "build/").replace(f"{ROOT}/", "").splitlines():
        if hazards and line.startswith("  "):
            paragraph += line.split()
            continue
        flush()
        kept.append(line)
        hazards = hazards or re.fullmatch(r"[0-9]+ hazards?", line) is not None
    flush()
    return "".join(line + "\n" for line in kept)


class Recorder:
    def __init__(self, build: Path, folder: Path):
        self.build = build
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for old in [*folder.glob("*.txt"), *folder.glob("pitfalls.json")]:
            old.unlink()

    def file(self, case: Case, tool: str) -> Path:
        return self.folder / f"{case.program}.{case.variant}.{tool}.txt"

    def record(self, case: Case, tool: str, command: list[str], settings: dict[str, str] | None = None) -> None:
        settings = settings or {}
        environment = {name: value for name, value in os.environ.items() if name != "LENS_JSON"}
        done = subprocess.run(command, env={**environment, **settings}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, cwd=ROOT)
        shown = " ".join([f"{name}={value}" for name, value in settings.items()] + command)
        code = done.returncode if done.returncode >= 0 else 128 - done.returncode  # as a shell has it
        output = done.stdout.decode(errors="replace")
        self.file(case, tool).write_text(tidied(f"$ {shown}\n{output}exit code {code}\n", self.build), encoding="utf-8")

    def binary(self, backend: str, case: Case) -> str:
        return str(self.build / backend / case.binary)

    def simulator(self) -> None:
        for case in cases(self.build, "sim"):
            # The rows of a program that is measured on the CPU have times, which differ each time.
            if case.option != "--variant":
                continue
            arguments = ["--quick", "--variant", case.variant]
            self.record(case, "plain", [self.binary("sim", case), *arguments], {"CUDASIM_WORKERS": "1"})
            self.record(case, "lens", [self.binary("lens", case), *arguments], {"CUDASIM_WORKERS": "1", "LENS_WATCH": "all"})
        self.summarize()

    def sanitize(self, case: Case) -> None:
        """The four tools, one after the other."""
        for tool in pitfalls.SANITIZERS:
            self.record(case, tool, [*LIMIT, "compute-sanitizer", "--tool", tool, "--show-backtrace", "no", "--print-limit", "4",
                                     "--error-exitcode", "99", self.binary("cuda", case), "--quick", "--limit", "5", "--variant", case.variant])

    def gpu(self) -> None:
        """Variants that hang come last, and alone: they may occupy the device for a while after they end."""
        all_cases = cases(self.build, "cuda")
        for case in all_cases:
            # A program with data also sums on the CPU: a size that stays fast with denormal numbers, which slow CPUs down.
            more = ["--limit", "5"] if case.option == "--variant" else ["--n", "10000000", "--repeats", "1"]
            self.record(case, "gpu", [*LIMIT, self.binary("cuda", case), case.option, case.variant, *more])
        faults = [case for case in all_cases if case.option == "--variant"]
        hanging = [case for case in faults if "hangs: stopped" in self.file(case, "gpu").read_text(encoding="utf-8")]
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(self.sanitize, [case for case in faults if case not in hanging]))
        for case in hanging:
            self.sanitize(case)
        self.summarize()

    def summarize(self) -> None:
        """The contents of the folder's files."""
        entries = []
        for file in sorted(self.folder.glob("*.txt")):
            program, rest = file.stem.split(".", 1)
            variant, tool = rest.rsplit(".", 1)
            lines = file.read_text(encoding="utf-8").splitlines()
            code = [line[len("exit code "):] for line in lines if line.startswith("exit code ")][-1]
            words = [line for line in lines[1:] if not line.startswith("exit code ")][:3]
            entries.append(f'  {{"program": "{program}", "variant": "{variant}", "tool": "{tool}", "exit": {code}, '
                           f'"says": {json_text(pitfalls.gist(file))}, "first_lines": {json_text(chr(10).join(words))}}}')
        (self.folder / "pitfalls.json").write_text("[\n" + ",\n".join(entries) + "\n]\n", encoding="utf-8")


def json_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def check_references() -> None:
    """Files that the programs' heads name must exist; a GPU's reports only once they have been recorded."""
    for source in pitfalls.sources():
        for pattern in re.findall(r"docs/results/[^ ,:;]*\.txt", source.read_text(encoding="utf-8")):
            if (ROOT / pattern).parent.is_dir() and not list(ROOT.glob(pattern)):
                raise Fault(f"a program points to {pattern}, which is not there")


def check() -> int:
    recorded = ROOT / pitfalls.SIMULATOR
    work = Work(check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Recorder(BUILD, folder).simulator()
        for file in sorted({path.name for path in [*recorded.iterdir(), *folder.iterdir()]}):
            if (folder / file).is_file():
                work.file(recorded / file, (folder / file).read_text(encoding="utf-8"))
            else:
                work.complain(f"{pitfalls.SIMULATOR / file} is not recorded any more")
    check_references()
    return work.finish("common/authoring/record_pitfalls.py simulator")


def main() -> int:
    options = parser(__doc__)
    options.add_argument("device", nargs="?", choices=["simulator", "gpu"])
    options.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    words = options.parse_args()
    if words.check:
        return check()
    if words.device == "simulator":
        Recorder(BUILD, (words.folder or ROOT / pitfalls.SIMULATOR).resolve()).simulator()
    elif words.device == "gpu" and words.folder:
        build = BUILD if os.environ.get("BUILD_DIR") else ROOT / "build" / "cuda"
        Recorder(build, words.folder.resolve()).gpu()
    else:
        options.error("simulator, gpu FOLDER, or --check")
    return 0


if __name__ == "__main__":
    run_main(main)
