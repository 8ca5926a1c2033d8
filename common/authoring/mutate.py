#!/usr/bin/env python3
"""Are the programs' tests any good? Each fault that mutants.py can make of a program's kernels must fail one of its tests.

common/authoring/mutate.py [PROGRAM or HEADER …]      plants them, of all chapters if nothing is named, and says which survived
common/authoring/mutate.py --record [PROGRAM …]       the same, and writes docs/results/simulator/mutants.json; keeps what it says of others
common/authoring/mutate.py --sample 8 [PROGRAM …]     one of eight faults of each file, but ten of it at least; the same each time

A program is compiled once for the simulator and once for the lens, with all of its faults, of which each run chooses one. It is run as
CTest runs it: every size, every order of blocks, then under the lens. A fault is killed by an exit code, or hangs; or it survives.
A header's faults go through the programs that include it, until one kills them. Needs a build (cmake --preset auto, cmake --build --preset auto).
Files go side by side: --jobs says how many processes there are at a time, whichever file they belong to.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from mutants import Finder, Mutant, apply
from options import parser
from tree import BUILD, ROOT, Fault, run_main

RECORD = ROOT / "docs/results/simulator/mutants.json"
RUNTIME = Path(__file__).parent / "mutate"
LEAST, MOST = 3.0, 60.0  # seconds that a run may take; within them, ten times the time of the original program
LONG = 10.0  # seconds: tests for which the original program takes longer are left out
FEWEST = 10  # mutants per file in a sample
TRIES = 8  # how often a program is compiled without the mutants that the compiler refuses
NARROWED = "type narrowed"


@dataclass
class Run:
    """A test of a program, as CTest lists it."""

    words: list[str]
    environment: dict[str, str]
    folder: str
    kind: str
    seconds: float = LEAST
    kills: int = 0


@dataclass
class Program:
    name: str
    root: Path  # its chapter
    source: Path
    runs: list[Run] = field(default_factory=list)


def programs() -> list[Program]:
    """The programs with kernels and without intended faults, with the tests of those that are built."""
    file = BUILD / "mutation.json"
    if not file.is_file():
        raise Fault(f"no {file}: build first (cmake --preset auto, cmake --build --preset auto)")
    known = [Program(entry["name"], Path(entry["root"]), Path(entry["root"]) / entry["source"])
             for entry in json.loads(file.read_text(encoding="utf-8"))]
    listed = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    by_name = {program.name: program for program in known}
    for test in json.loads(listed.stdout)["tests"]:
        kind, _, name = test["name"].partition(".")
        program = by_name.get(name.split(".")[0])
        command = test.get("command")
        if program is None or kind not in ("sim", "lens") or not command or Path(command[0]).name != program.name:
            continue
        values = {value["name"]: value["value"] for value in test["properties"]}
        environment = dict(words.split("=", 1) for words in values.get("ENVIRONMENT", []))
        program.runs.append(Run(command[1:], environment, values["WORKING_DIRECTORY"], kind))
    return [program for program in known if {run.kind for run in program.runs} == {"sim", "lens"}]


def users(header: Path, everybody: list[Program]) -> list[Program]:
    """The programs that include a header, directly or not; those with few other includes first."""
    found = []
    for program in everybody:
        left, seen = [program.source], set()
        while left:
            file = left.pop()
            for name in re.findall(r'^#include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
                other = program.root / name
                if other.is_file() and other not in seen:
                    seen.add(other)
                    left.append(other)
        if header in seen:
            found.append((len(seen), program))
    return [program for _, program in sorted(found, key=lambda entry: (entry[0], entry[1].name))]


class Binary:
    """A program with a file's mutants in it, for the simulator or the lens, built by the commands that build the program."""

    def __init__(self, program: Program, kind: str, folder: Path):
        self.folder, self.program, self.kind = folder, program, kind
        target = f"{program.name}.{kind}"
        said = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", target], capture_output=True, text=True, check=False)
        if said.returncode != 0:
            raise Fault(f"ninja knows no {target}: {said.stdout.strip()[-200:]}")
        commands = [line for line in said.stdout.splitlines() if not line.startswith("ninja: ")]
        compiled = [words for words in map(shlex.split, commands) if "-c" in words and words[-1].endswith(".cu.cpp") and "ceilings" not in words[-1]]
        own = [words for words in compiled if f"{program.root.name}/" in words[-1]]
        self.compiler = self._flags(own[-1])
        self.linker = shlex.split(commands[-1].replace(": && ", "", 1).split(" && ", 1)[0])
        self.path = folder / f"{program.name}.{kind}"

    def _flags(self, words: list[str]) -> list[str]:
        """The compiler and its flags: no warnings, no dependencies, the chapter's headers from our copy."""
        kept, skip = [], False
        for word in words[1:] if Path(words[0]).name == "ccache" else words:
            if skip or word in ("-MD", "-Werror") or word.startswith("-W"):
                skip = False
            elif word in ("-MT", "-MF", "-o", "-c"):
                skip = True
            else:
                kept.append("-O1" if word == "-O2" else word.replace(f"-I{self.program.root}", f"-I{self.folder / self.program.root.name}"))
        return kept + ["-w", "-include", str(RUNTIME / "mutants.hpp")]

    def build(self, slots: threading.Semaphore) -> str:
        """Empty, or the compiler's messages."""
        source = self.folder / self.program.root.name / self.program.source.relative_to(self.program.root)
        translated, compiled, chosen = (self.folder / f"{self.kind}.{suffix}" for suffix in ("cpp", "o", "chosen.o"))
        includes = [word for word in self.compiler if word.startswith("-I")]
        lens = ["--lens"] if self.kind == "lens" else []
        for command in ([BUILD / "bin/cudasim-translate", source, "-o", translated, *lens, *includes],
                        [*self.compiler, "-o", compiled, "-c", translated],
                        [self.compiler[0], "-std=gnu++20", "-isystem", ROOT / "common/sim/include", "-c", RUNTIME / "chosen.cpp", "-o", chosen],
                        self._link(compiled, chosen)):
            with slots:
                ran = subprocess.run(command, cwd=BUILD, capture_output=True, text=True, errors="replace", check=False)
            if ran.returncode != 0:
                return ran.stdout + ran.stderr or f"{command[0]} ended with {ran.returncode}"
        return ""

    def _link(self, compiled: Path, chosen: Path) -> list:
        words: list = []
        for word in self.linker:
            if word.endswith(".o"):
                words += [compiled, chosen] if compiled not in words else []
            elif "libtogether." not in word:
                words.append(word)
        words[words.index("-o") + 1] = self.path
        return words


def refused_lines(said: str, name: str) -> set[int]:
    """The lines of a file in a compiler's errors."""
    return {int(line) for line in re.findall(rf"{re.escape(name)}:(\d+):\d+: +(?:error|required from)", said)} | {
        int(line) for line in re.findall(rf"{re.escape(name)}:(\d+): error", said)}


class Unit:
    """A file, its mutants, and the result of each."""

    def __init__(self, file: Path, by: list[Program], source: str = ""):
        self.file, self.programs, self.name = file, by, file.relative_to(ROOT).as_posix()
        self.source = source or file.read_text(encoding="utf-8")
        self.mutants = Finder(self.source).find()
        self.made = len(self.mutants)
        self.status: dict[int, str] = {}  # killed, hung, survived, not reached, not compiled
        self.halved: set[int] = set()  # narrowed integers
        self.lock = threading.Lock()

    def sample(self, every: int) -> None:
        count = min(max(FEWEST, self.made // every), self.made)
        chosen = random.Random(self.name).sample(self.mutants, count)
        self.mutants = sorted(chosen, key=lambda mutant: mutant.number)

    def left(self) -> list[Mutant]:
        return [mutant for mutant in self.mutants if self.status.get(mutant.number) in (None, "survived", "not reached")]

    def compile(self, binary: Binary, slots: threading.Semaphore) -> None:
        """Removes mutants that the compiler refuses: constants of a line first, then all on it."""
        copy = binary.folder / self.file.parents[len(self.file.relative_to(binary.program.root).parts) - 1].name / self.file.relative_to(
            binary.program.root)
        for attempt in range(TRIES):
            present = [mutant for mutant in self.mutants if self.status.get(mutant.number) != "not compiled"]
            copy.write_text(apply(self.source, present), encoding="utf-8")
            said = binary.build(slots)
            if not said:
                return
            lines = refused_lines(said, self.file.name)
            blamed = [mutant for mutant in present if mutant.line in lines and (attempt > 0 or mutant.kind == "constant")]
            blamed = blamed or [mutant for mutant in present if mutant.line in lines]
            if not blamed or binary.kind == "lens":
                break
            for mutant in blamed:
                self.status[mutant.number] = "not compiled"
        raise Fault(f"{binary.program.name} with the mutants of {self.file.name} does not compile:\n{said[:3000]}")

    def survey(self, kinds: list[str], slots: threading.Semaphore) -> None:
        for program in self.programs:
            if not self.left():
                return
            with tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch)
                shutil.copytree(program.root, folder / program.root.name, ignore=shutil.ignore_patterns("exercises", "*.md", "data"))
                for kind in kinds:
                    runs = [run for run in program.runs if run.kind == kind]
                    if runs and self.left():
                        self.survey_runs(Binary(program, kind, folder), runs, slots)

    def survey_runs(self, binary: Binary, runs: list[Run], slots: threading.Semaphore) -> None:
        self.compile(binary, slots)
        quick = []
        for run in runs:
            with slots:
                begin = time.monotonic()
                code, _ = execute(binary.path, run, 0, LONG)
            if code is None:
                continue
            if code != 0:
                raise Fault(f"{binary.program.name} {' '.join(run.words)} ({binary.kind}) ends with {code} without any mutant")
            run.seconds = time.monotonic() - begin
            quick.append(run)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda mutant: self.judge(mutant, binary, quick, slots), self.left()))

    def judge(self, mutant: Mutant, binary: Binary, runs: list[Run], slots: threading.Semaphore) -> None:
        status = self.status.get(mutant.number, "not reached")
        with self.lock:
            order = sorted(runs, key=lambda run: (-run.kills, run.seconds))
        for run in order:
            with slots:
                code, reached = execute(binary.path, run, mutant.number, min(max(LEAST, 10 * run.seconds), MOST))
            if reached:
                status = "survived"
            if reached == "integer" and mutant.kind == NARROWED:
                self.halved.add(mutant.number)
            if code != 0:
                with self.lock:
                    run.kills += 1
                status = "hung" if code is None else "killed"
                break
        with self.lock:
            self.status[mutant.number] = status


def execute(path: Path, run: Run, number: int, limit: float) -> tuple[int | None, str]:
    """The exit code, None if it took too long; and the program's report of the fault, empty if it did not reach it."""
    with tempfile.TemporaryDirectory() as scratch:
        note = Path(scratch) / "reached"
        environment = {**os.environ, **run.environment, "MUTANT": str(number), "MUTANT_REACHED": str(note)}
        child = subprocess.Popen([path, *run.words], cwd=run.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            code: int | None = child.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        return code, note.read_text(encoding="utf-8") if note.exists() else ""


def result(unit: Unit, reasons: dict[str, str]) -> dict:
    """The record of a unit. For a type that nothing can halve, no fault was made."""
    counts, survivors = Counter(), []
    for mutant in unit.mutants:
        status = unit.status.get(mutant.number, "not reached")
        if mutant.kind == NARROWED and status == "not reached":
            continue
        if mutant.number in unit.halved:
            counts["halved integers"] += 1
            counts["halved integers killed"] += status in ("killed", "hung")
            continue
        counts[status] += 1
        if status in ("survived", "not reached"):
            survivors.append({"line": mutant.line, "kind": mutant.kind, "mutant": mutant.text, "status": status,
                              "reason": reasons.get(mutant.text, "")})
    return {**dict(sorted(counts.items())), "made": unit.made, "taken": len(unit.mutants), "survivors": survivors}


def score(results: dict[str, dict]) -> tuple[int, int]:
    """The numbers of killed and planted mutants, of those that compile."""
    total = Counter()
    for one in results.values():
        total.update({key: value for key, value in one.items() if isinstance(value, int)})
    killed = total["killed"] + total["hung"]
    return killed, killed + total["survived"] + total["not reached"]


def units(names: list[str]) -> list[Unit]:
    everybody = programs()
    found = [Unit(program.source, [program]) for program in everybody]
    for root in sorted({program.root for program in everybody}):
        for header in sorted([*root.rglob("*.cuh"), *root.rglob("*.hpp")]):
            if "exercises" in header.parts or not re.search(r"__(device|global)__", header.read_text(encoding="utf-8")):
                continue
            found.append(Unit(header, users(header, everybody)))
    if names:
        meant = [unit for unit in found if {unit.file.name, unit.file.stem.partition("_")[2], unit.file.parent.name, unit.name} & set(names)]
        if not meant:
            raise Fault(f"no program or header that is built, for the simulator and the lens: {' '.join(names)}", 2)
        return meant
    return found


def survey(unit: Unit, every: int, slots: threading.Semaphore) -> None:
    unit.sample(every)
    unit.survey(["sim", "lens"], slots)


def tell(name: str, one: dict) -> None:
    killed, planted = score({name: one})
    print(f"{name}: {killed} of {planted} killed, {one.get('hung', 0)} of these hung", flush=True)
    for entry in one["survivors"]:
        print(f"  {entry['line']}: {entry['kind']}, {entry['status']}: {entry['mutant']}"
              f"{'; kept: ' + entry['reason'] if entry['reason'] else ''}", flush=True)


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("--record", action="store_true", help="write mutants.json")
    options.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="runs at a time")
    options.add_argument("--sample", type=int, default=1, metavar="N", help="one of N faults of each file, at least ten of it")
    options.add_argument("names", nargs="*", metavar="NAME", help="a program, a header, or a folder of them; those that are built")
    given = options.parse_args()
    if given.sample < 1 or given.jobs < 1:
        raise Fault("--sample and --jobs: N must be 1 or more", 2)
    recorded = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.is_file() else {}
    results: dict[str, dict] = {}
    failed = False
    slots = threading.BoundedSemaphore(given.jobs)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        surveys = {pool.submit(survey, unit, given.sample, slots): unit for unit in units(given.names)}
        for done in concurrent.futures.as_completed(surveys):
            unit = surveys[done]
            if isinstance(done.exception(), Fault):
                print(f"{unit.name}: {done.exception()}", flush=True)
                failed = True
                continue
            done.result()
            reasons = {entry["mutant"]: entry["reason"] for entry in recorded.get(unit.name, {}).get("survivors", [])}
            results[unit.name] = result(unit, reasons)
            tell(unit.name, results[unit.name])
            if given.record:
                RECORD.write_text(json.dumps({**recorded, **results}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    killed, planted = score(results)
    print(f"{killed} of {planted} killed")
    return 0 if not failed and all(entry["reason"] for one in results.values() for entry in one["survivors"]) else 1


if __name__ == "__main__":
    run_main(main)
