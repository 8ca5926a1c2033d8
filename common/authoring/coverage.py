#!/usr/bin/env python3
"""How many programs of a suite by others run on the simulator: builds and runs each with simcc, and sorts what happens.

common/authoring/coverage.py FOLDER [--only TEXT[,TEXT]] [--missing | --late | --longer SECONDS | --lens] [--every N] [--jobs N] [--limit SECONDS]
    [--workers N] [--headers FOLDER] [--record]

FOLDER is a checkout of NVIDIA/cuda-samples, yuhc/gpu-rodinia or zjin-lcf/HeCBench (suites.py knows their programs), or of ROCm/rocm-examples
(hip_suite.py writes them in their CUDA spelling), or has a file programs.json that lists the programs of any other suite, or is any folder, such as
one with checkouts of books: then each source below it with a main is a program (folder_suite.py), --headers names more folders with headers, and a
file arguments.json in FOLDER may have, by program, the arguments of each run.
A program is right if it ends without an error, checks that its CUDA calls succeed or none fails, and does
not report a failed check of its results. One that ends wrong is run under the lens too, which may find why. --lens runs all under the lens, as a suite
of its own: there a program with hazards is not right.
--record writes each result to docs/results/simulator/coverage.json, from which update_pages.py makes the table; with --only and with --missing,
which leaves out programs that have a result, other programs keep what was recorded. So a long run can be stopped and continued.
One that takes too long runs again smaller, with arguments or macros for it; --late does so for those that are recorded as too long. --longer SECONDS
runs these with that limit instead, first with their own arguments: it is for a machine with many free cores, which --machine describes for the page.
With --workers N, N threads run the blocks of each program, and the limit is for elapsed time.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import datetime
import json
import math
import os
import random
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from folder_suite import folder_suite
from hip_suite import hip_suite
from options import parser
from suites import RODINIA_WITHOUT_INPUT, Program, cuda_samples, hecbench, listed, rodinia
from tree import BUILD, ROOT, Fault, run_main

RECORD = ROOT / "docs" / "results" / "simulator" / "coverage.json"
FAILED = re.compile(r"\bFAIL\w*\b|[Tt]est failed|[Vv]erification failed|[Ii]ncorrect result")
NEEDS_FILES = re.compile(r"^\s*usage\b|(unable to|failed to|fail to|cannot|can't|could not|couldn't|error) (open|opening|load|find|read)", re.I | re.M)
NEEDS_DEVICE = re.compile(r"invalid device ordinal|out of memory|need (two|\d+) gpus", re.I)
# The header of another library: it is not CUDA's.
NO_HEADER = re.compile(r"fatal error: ((?!cu(?!dnn)|nv(?!bench)|npp|thrust/|cub/|(?:device|driver|vector|math|texture|surface)_)\S+): No such file")
REFUSED = re.compile(r"error: .*(?:not simulated|has dropped|is not allowed|need the option|are compiled at once here)")


def outcome(kind: str, text: str = "") -> dict[str, str]:
    return {"outcome": kind, "text": " ".join(text.split())[:200]}


def first_match(pattern: str | re.Pattern, text: str) -> str:
    return next((line for line in text.splitlines() if re.search(pattern, line)), "")


def feature(line: str) -> str:
    return re.sub(r"^.*?error: |^cudasim: ", "", line)


def sources_text(program: Program) -> str:
    return "\n".join(
        file.read_text(errors="replace") for name in program.sources for file in [program.folder / name] if file.exists()
    ) + "\n".join(file.read_text(errors="replace") for file in program.folder.glob("*.h"))


class Ended(NamedTuple):
    code: int | None  # none if it took too long
    text: str
    seconds: float = 0  # of processor time; with several workers of elapsed time


def run(command: list[str], folder: Path, limit: float, workers: int = 1) -> Ended:
    """The limit is for processor time, since other programs may be running, unless the program has several workers."""
    begun = time.monotonic()
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                 start_new_session=True, env={**os.environ, "CUDASIM_TIMEOUT": "0", "CUDASIM_WORKERS": str(workers)},
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit * workers), math.ceil(limit * workers) + 1)))
        last = threading.Timer(10 * limit if workers == 1 else limit, os.killpg, (child.pid, signal.SIGKILL))
        last.start()
        _, status, used = os.wait4(child.pid, 0)
        last.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        late = child.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        output.seek(0)
        seconds = used.ru_utime + used.ru_stime if workers == 1 else time.monotonic() - begun
        return Ended(None if late else child.returncode, output.read().decode(errors="replace"), seconds)


# Messages of the simulator, after the line, that name a fault of the program; and how the page says it.
MESSAGES = {
    "it differs from shared memory by a multiple of 4 GiB": "a 32-bit index that wraps around leaves shared memory",
    "this generator was never created, or it is destroyed": "a cuRAND generator that was never created, or is destroyed",
}


def hazards_in(text: str) -> str:
    """The kinds of hazards that the lens reports, and where the first is."""
    hazards = re.findall(r"^(\S+:\d+):\d+: warning: ([\w-]+)", text, re.MULTILINE)
    null = re.search(r"^cudasim: kernel (\S+), .*:\s+(access through a null pointer)", text, re.MULTILINE)
    if null and not hazards:
        return f"{null[2]} in kernel {null[1]}"
    message = re.search(r", at (\S+:\d+): (" + "|".join(MESSAGES) + ")", text)
    if message and not hazards:
        return f"{MESSAGES[message[2]]} ({message[1].rpartition('/')[2]})"
    return ", ".join(dict.fromkeys(kind for _, kind in hazards)) + f" ({hazards[0][0].rpartition('/')[2]})" if hazards else ""


def judge_run(ended: Ended) -> dict[str, str]:
    code, text, _ = ended
    if code is None:
        return outcome("too long")
    refused = first_match(r"^cudasim: .*not simulated", text)
    if code != 0 and refused:
        return outcome("refused", feature(refused))
    if code != 0 and NEEDS_FILES.search(text):
        return outcome("not counted", "arguments or input")
    if code < 0 or code in (134, 136, 139):
        return outcome("wrong", f"signal {abs(code)}: {text[-150:]}")
    if re.search(r"waiv", text, re.I) and code in (0, 2):
        return outcome("waived", first_match(r"(?i)waiv", text))
    if code != 0 and NEEDS_DEVICE.search(text) and "unchecked-error" not in text:
        return outcome("waived", first_match(NEEDS_DEVICE, text))
    if code != 0 or (FAILED.search(text)):
        fault = hazards_in(text)
        if code != 0 and fault:
            return outcome("own fault", fault)
        said = first_match(FAILED, text) or text[-150:]
        return outcome("refused", feature(refused)) if refused else outcome("wrong", f"exit {code}: {said}")
    ignored = re.search(r"warning: unchecked-error: (.*)", text)
    return outcome("own fault", f"{ignored[1]}, and the program goes on") if ignored else outcome("right")


def own_fault(program: Program, simcc: str, arguments: list[str], macros: list[str], folder: str) -> str:
    """The hazards of a program: they may explain a wrong result, or why it does not end."""
    binary = os.path.join(folder, "watched")
    if run([simcc, *program.flags, *macros, *program.sources, "-o", binary], program.folder, 600).code != 0:
        return ""
    return hazards_in(run(["timeout", "300", binary, *arguments], program.folder, 600).text)  # The report also comes if the program is ended.


def judge_smaller(program: Program, simcc: str, binary: str, limit: float, build: Callable[..., Ended]) -> dict[str, str]:
    """Of a program that takes too long: how it ends with smaller numbers for arguments, or built with its macros for smaller ones."""
    ways = [(arguments, []) for arguments in program.smaller] + [(program.runs[0], program.macros)] * bool(program.macros)
    result = outcome("too long")
    for arguments, macros in ways:
        if macros and build(*macros).code != 0:
            return outcome("too long")
        result = judge_run(run([binary, *arguments], program.folder, limit))
        if result["outcome"] == "right":
            return outcome("right if smaller", " ".join(macros or arguments))
    # The smallest run takes seconds on the simulator, unless the program waits for what never comes.
    fault = own_fault(program, simcc, arguments, macros, os.path.dirname(binary)) if ways and result["outcome"] in ("too long", "wrong") else ""
    if not fault:
        return outcome("too long")  # If it ended otherwise, the arguments may not suit the program.
    how = "does not end" if result["outcome"] == "too long" else "is wrong"
    return outcome("own fault", f"{how} with {' '.join(macros or arguments)}: {fault}")


def in_longer(ended: Ended, workers: int, smaller: list[str]) -> dict[str, str]:
    """How a run within the longer limit ended."""
    result = judge_run(ended)
    if result["outcome"] != "right":
        return result
    how = [f"{workers} workers"] * (workers > 1) + [f"arguments {' '.join(smaller)}"] * bool(smaller)
    return outcome("right in longer", f"{ended.seconds:.0f} s" + (f" ({', '.join(how)})" if how else ""))


def judge_longer(program: Program, binary: str, limit: float, workers: int) -> dict[str, str]:
    for own in program.runs:
        result = in_longer(run([binary, *own], program.folder, limit, workers), workers, [])
        if result["outcome"] != "right in longer":
            break
    for smaller in program.smaller:
        if result["outcome"] != "too long":
            break
        result = in_longer(run([binary, *smaller], program.folder, limit, workers), workers, smaller)
    return result


def judge_watched(program: Program, binary: str, limit: float) -> dict[str, str]:
    for arguments in program.runs:
        ended = run([binary, *arguments], program.folder, limit)
        hazards = hazards_in(ended.text) if ended.code is not None else ""
        result = outcome("own fault", hazards) if hazards else judge_run(ended)
        if result["outcome"] != "right":
            break
    return result


def judge(program: Program, simcc: str, limit: float, mode: str = "", workers: int = 1) -> dict[str, str]:
    text = sources_text(program)
    for need, pattern in program.elsewhere.items():
        if re.search(pattern, text):
            return outcome("not counted", need)
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "program")

        def build(*more: str) -> Ended:
            return run([simcc, *([] if mode == "lens" else ["--plain"]), *program.flags, *more, *program.sources, "-o", binary], program.folder, 600)

        code, said, _ = build()
        if code != 0:
            missing = NO_HEADER.search(said)
            if missing:
                return outcome("not counted", missing[1])
            refused = first_match(REFUSED, said)
            bare = first_match(r"error|undefined reference", said)
            return outcome("refused", feature(refused)) if refused else outcome("compiler error", bare or said[-150:])
        if mode == "lens":
            return judge_watched(program, binary, limit)
        if mode == "late":
            return judge_smaller(program, simcc, binary, limit, build)
        if mode == "longer":
            return judge_longer(program, binary, limit, workers)
        for arguments in program.runs:
            result = judge_run(run([binary, *arguments], program.folder, limit))
            if result["outcome"] != "right":
                break
        if result["outcome"] == "too long":
            return judge_smaller(program, simcc, binary, limit, build)
        fault = own_fault(program, simcc, arguments, [], folder) if result["outcome"] == "wrong" else ""
        return outcome("own fault", fault) if fault else result


OUTCOMES = {
    "right": "ran, and no check of its results failed",
    "right in longer": "right within a longer limit",
    "right if smaller": "right with smaller arguments or macros of its own, not done within the limit without them",
    "waived": "ended by itself: it asked for what the device does not have",
    "refused": "refused in a line that names the feature",
    "too long": "not done within the limit",
    "compiler error": "refused by the compiler, in no line of ours",
    "own fault": "has a fault that the lens reports: it ended wrong or not at all, or a CUDA call failed unnoticed",
    "wrong": "ended wrong otherwise",
    "not counted": "needs more than CUDA: graphics, MPI, run-time compilation, other hardware or libraries, or arguments or input that we do not have",
}


def shares(counts: Counter) -> str:
    """How many programs are right: of all that are counted, and of those that a GPU can be expected to run."""
    right = counts["right"] + counts["right in longer"] + counts["right if smaller"]
    counted = sum(counts.values()) - counts["not counted"]
    sound = counted - counts["own fault"] - counts["waived"]
    of_counted, of_sound = (f"{100 * right / max(of, 1):.1f}%" for of in (counted, sound))
    return (f"{right} of {counted} counted programs are right ({of_counted}), and {right} of the {sound} ({of_sound}) that have no fault of their own and "
            "ask for nothing that the device does not have.")


def block(page: Path, names: list[str]) -> str:
    suites = json.loads(RECORD.read_text())
    counts = {name: Counter(result["outcome"] for result in suite["programs"].values()) for name, suite in suites.items()}
    lines = ["| outcome | " + " | ".join(suites) + " |", "| --- |" + " ---: |" * len(suites)]
    lines += ["| " + " | ".join([says, *(str(counts[name][kind]) for name in suites)]) + " |" for kind, says in OUTCOMES.items()]
    for name, suite in suites.items():
        lines += ["", f"{name} at {suite['revision']}, {len(suite['programs'])} programs, {suite['date']}, at most {suite['limit']:.0f} seconds per run.",
                  shares(counts[name])]
        if "longer" in suite:
            longer = [f"`{each}` in {result['text']}" for each, result in suite["programs"].items() if result["outcome"] == "right in longer"]
            lines += [f"With a limit of {suite['longer']['limit']:.0f} seconds ({suite['longer']['machine']}), {len(longer)} more are right, with their own arguments unless others are given:",
                      ", ".join(longer) + "."]
        lines += ["Programs that were not right:", ""]
        for kind in ("refused", "compiler error", "own fault", "wrong", "too long"):
            by_text: dict[str, list[str]] = {}
            for each, result in suite["programs"].items():
                if result["outcome"] == kind:
                    text = re.sub(r"#\w+", r"`\g<0>`", result["text"].replace("<", "&lt;"))  # "#if" would be a link
                    by_text.setdefault(text, []).append(f"`{each}`")
            lines += [f"- {', '.join(each)}: {kind}" + (f", {text}" if text else "") for text, each in by_text.items()]
    return "\n".join(lines) + "\n"


def suite_of(root: Path, every: int, scratch: Path, headers: list[Path]) -> tuple[str, list[Program]]:
    if (root / "Samples").is_dir():
        return "cuda-samples", list(cuda_samples(root))
    if (root / "cuda" / "hotspot").is_dir():
        return "Rodinia", list(rodinia(root, scratch))
    if (root / "src" / "accuracy-cuda").is_dir():
        return "HeCBench", list(hecbench(root, every))
    if (root / "HIP-Basic").is_dir():
        return "rocm-examples", list(hip_suite(root, scratch))
    if (root / "programs.json").exists():
        return listed(root)
    return root.name, list(folder_suite(root, headers))


class Record:
    """Takes the results of a suite, one by one."""

    def __init__(self, name: str, options: argparse.Namespace) -> None:
        suites = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        known = suites.get(name, {})
        keep = options.only or options.missing or options.late or options.longer
        before = known.get("programs", {}) if keep else {}
        without = {each: outcome("not counted", need) for each, need in RODINIA_WITHOUT_INPUT.items()} if name == "Rodinia" else {}
        self.programs = {**without, **before}
        self.name, self.about = name, {"revision": options.revision, "date": datetime.date.today().isoformat(), "limit": options.limit}
        longer = {"limit": options.longer, "machine": options.machine} if options.longer else known.get("longer")
        if longer:
            self.about["longer"] = longer

    def add(self, program: str, result: dict[str, str]) -> None:
        self.programs[program] = result
        suites = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        suites[self.name] = {**self.about, "programs": dict(sorted(self.programs.items()))}
        RECORD.write_text(json.dumps(suites, indent=1) + "\n")


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("folder", type=Path)
    options.add_argument("--headers", type=Path, action="append", default=[], metavar="FOLDER", help="with headers that programs of any folder include")
    options.add_argument("--only", default="", help="programs whose name contains one of these, separated by commas")
    options.add_argument("--missing", action="store_true", help="only programs without a recorded result")
    options.add_argument("--late", action="store_true", help="only programs that are recorded as too long, with smaller numbers for arguments")
    options.add_argument("--longer", type=float, default=0, metavar="SECONDS", help="the same programs, with their own arguments and this limit")
    options.add_argument("--lens", action="store_true", help="under the lens")
    options.add_argument("--workers", type=int, default=1, metavar="N", help="with --longer: threads that run the blocks of a program")
    options.add_argument("--machine", default="this machine", help="on which --longer runs, for the page")
    options.add_argument("--every", type=int, default=7, help="of HeCBench each Nth program (7)")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--limit", type=float, default=60, help="seconds of processor time for each run")
    options.add_argument("--simcc", type=Path, default=BUILD / "bin/cudasim-simcc")
    options.add_argument("--revision", default="an unknown revision", help="of the suite, for the page")
    options.add_argument("--record", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        name, programs = suite_of(given.folder.resolve(), given.every, Path(scratch), [each.resolve() for each in given.headers])
        if not programs:
            raise Fault(f"{given.folder} has no CUDA source with a main")
        record = Record(name + (", lens" if given.lens else ""), given)
        mode = "lens" if given.lens else "longer" if given.longer else "late" if given.late else ""
        chosen = [each for each in programs if any(text in each.name for text in given.only.split(","))
                  and not (given.missing and each.name in record.programs)
                  and not (mode in ("late", "longer") and record.programs.get(each.name, {}).get("outcome") != "too long")
                  and (mode != "late" or each.smaller or each.macros)]
        results = {}
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            # In an order that says nothing about them: a run that is stopped has a sample.
            running = {pool.submit(judge, each, str(given.simcc.resolve()), given.longer or given.limit, mode, given.workers): each
                       for each in random.Random(1).sample(chosen, len(chosen))}
            for done in concurrent.futures.as_completed(running):
                result = results[running[done].name] = done.result()
                print(f"{running[done].name:40} {result['outcome']:16} {result['text']}", flush=True)
                if given.record:
                    record.add(running[done].name, result)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(Counter(each["outcome"] for each in results.values()).items())))
    return 0


if __name__ == "__main__":
    run_main(main)
