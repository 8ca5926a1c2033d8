#!/usr/bin/env python3
"""How many programs of a suite by others run on the simulator: builds and runs each with simcc, and sorts what happens.

common/authoring/coverage.py FOLDER [--only TEXT[,TEXT]] [--missing | --late] [--every N] [--jobs N] [--limit SECONDS] [--record]

FOLDER is a checkout of NVIDIA/cuda-samples, yuhc/gpu-rodinia or zjin-lcf/HeCBench (suites.py knows their programs). A program is right if it
ends without an error, checks that its CUDA calls succeed or none fails, and does not report a failed check of its results. One that ends wrong is run under the lens too, which may find why.
--record writes each result to docs/results/simulator/coverage.json, from which update_pages.py makes the table; with --only and with --missing,
which leaves out programs that have a result, other programs keep what was recorded. So a long run can be stopped and continued.
One that takes too long runs again with smaller numbers for arguments; --late does so for those that are recorded as too long.
"""

from __future__ import annotations

import concurrent.futures
import datetime
import json
import os
import random
import re
import resource
import signal
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from options import parser
from suites import RODINIA_WITHOUT_INPUT, Program, cuda_samples, hecbench, rodinia
from tree import BUILD, ROOT, Fault, run_main

RECORD = ROOT / "docs" / "results" / "simulator" / "coverage.json"
FAILED = re.compile(r"\bFAIL\w*\b|[Tt]est failed|[Vv]erification failed|[Ii]ncorrect result")
REFUSED = re.compile(r"not simulated|has dropped|is not allowed|need the option|are compiled at once here")


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


def run(command: list[str], folder: Path, limit: float) -> tuple[int | None, str]:
    """Its exit code and output; no code if it took too long. The limit is for processor time, since other programs may be running."""
    child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             start_new_session=True, env={**os.environ, "CUDASIM_TIMEOUT": "0"},
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1)))
    try:
        out, _ = child.communicate(timeout=10 * limit)
        late = child.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        return None if late else child.returncode, out.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return None, ""


def judge_run(code: int | None, text: str) -> dict[str, str]:
    if code is None:
        return outcome("too long")
    refused = first_match(r"^cudasim: .*not simulated", text)
    if code != 0 and refused:
        return outcome("refused", feature(refused))
    if code < 0 or code in (134, 136, 139):
        return outcome("wrong", f"signal {abs(code)}: {text[-150:]}")
    if re.search(r"waiv", text, re.I) and code in (0, 2):
        return outcome("waived", first_match(r"(?i)waiv", text))
    if code != 0 or (FAILED.search(text)):
        said = first_match(FAILED, text) or text[-150:]
        return outcome("refused", feature(refused)) if refused else outcome("wrong", f"exit {code}: {said}")
    ignored = re.search(r"warning: unchecked-error: (.*)", text)
    return outcome("own fault", f"{ignored[1]}, and the program goes on") if ignored else outcome("right")


def own_fault(program: Program, simcc: str, arguments: list[str], folder: str) -> str:
    """The kinds of hazards that the lens reports in a program, and where the first is: they may explain a wrong result."""
    binary = os.path.join(folder, "watched")
    if run([simcc, *program.flags, *program.sources, "-o", binary], program.folder, 600)[0] != 0:
        return ""
    said = run(["timeout", "60", binary, *arguments], program.folder, 600)[1]  # The report also comes if the program is ended.
    hazards = re.findall(r"^(\S+:\d+):\d+: warning: ([\w-]+)", said, re.MULTILINE)
    return ", ".join(dict.fromkeys(kind for _, kind in hazards)) + f" ({hazards[0][0]})" if hazards else ""


def judge_smaller(program: Program, binary: str, limit: float) -> dict[str, str]:
    """Of a program that takes too long: how it ends with smaller numbers for arguments."""
    for arguments in program.smaller:
        result = judge_run(*run([binary, *arguments], program.folder, limit))
        if result["outcome"] == "right":
            return outcome("right if smaller", " ".join(arguments))
        if result["outcome"] != "too long":  # They may not suit the program.
            break
    return outcome("too long")


def judge(program: Program, simcc: str, limit: float, is_late: bool = False) -> dict[str, str]:
    text = sources_text(program)
    for need, pattern in program.elsewhere.items():
        if re.search(pattern, text):
            return outcome("not counted", need)
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "program")
        code, said = run([simcc, "--plain", *program.flags, *program.sources, "-o", binary], program.folder, 600)
        if code != 0:
            refused = first_match(REFUSED, said)
            bare = first_match(r"error|undefined reference", said)
            return outcome("refused", feature(refused)) if refused else outcome("compiler error", bare or said[-150:])
        if is_late:
            return judge_smaller(program, binary, limit)
        for arguments in program.runs:
            result = judge_run(*run([binary, *arguments], program.folder, limit))
            if result["outcome"] != "right":
                break
        if result["outcome"] == "too long":
            return judge_smaller(program, binary, limit)
        fault = own_fault(program, simcc, arguments, folder) if result["outcome"] == "wrong" else ""
        return outcome("own fault", fault) if fault else result


OUTCOMES = {
    "right": "ran, and no check of its results failed",
    "right if smaller": "right with smaller numbers for arguments, not done within the limit with its own",
    "waived": "ended by itself: it asked for what the device does not have",
    "refused": "refused in a line that names the feature",
    "too long": "not done within the limit",
    "compiler error": "refused by the compiler, in no line of ours",
    "own fault": "has a fault that the lens reports: it ended wrong, or a CUDA call failed unnoticed",
    "wrong": "ended wrong otherwise",
    "not counted": "needs more than CUDA: graphics, MPI, run-time compilation, other hardware, or input that is not public",
}


def block(page: Path, names: list[str]) -> str:
    suites = json.loads(RECORD.read_text())
    counts = {name: Counter(result["outcome"] for result in suite["programs"].values()) for name, suite in suites.items()}
    lines = ["| outcome | " + " | ".join(suites) + " |", "| --- |" + " ---: |" * len(suites)]
    lines += ["| " + " | ".join([says, *(str(counts[name][kind]) for name in suites)]) + " |" for kind, says in OUTCOMES.items()]
    for name, suite in suites.items():
        lines += ["", f"{name} at {suite['revision']}, {len(suite['programs'])} programs, {suite['date']}, at most {suite['limit']:.0f} seconds per run. Programs that were not right:", ""]
        for kind in ("refused", "compiler error", "own fault", "wrong", "too long"):
            by_text: dict[str, list[str]] = {}
            for each, result in suite["programs"].items():
                if result["outcome"] == kind:
                    text = re.sub(r"#\w+", r"`\g<0>`", result["text"].replace("<", "&lt;"))  # "#if" would be a link
                    by_text.setdefault(text, []).append(f"`{each}`")
            lines += [f"- {', '.join(each)}: {kind}" + (f", {text}" if text else "") for text, each in by_text.items()]
    return "\n".join(lines) + "\n"


def suite_of(root: Path, every: int, scratch: Path) -> tuple[str, list[Program]]:
    if (root / "Samples").is_dir():
        return "cuda-samples", list(cuda_samples(root))
    if (root / "cuda" / "hotspot").is_dir():
        return "Rodinia", list(rodinia(root, scratch))
    if (root / "src" / "accuracy-cuda").is_dir():
        return "HeCBench", list(hecbench(root, every))
    raise Fault(f"{root} is no checkout of cuda-samples, gpu-rodinia or HeCBench")


class Record:
    """Takes the results of a suite, one by one."""

    def __init__(self, name: str, limit: float, revision: str, keep: bool) -> None:
        suites = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        before = suites.get(name, {}).get("programs", {}) if keep else {}
        without = {each: outcome("not counted", need) for each, need in RODINIA_WITHOUT_INPUT.items()} if name == "Rodinia" else {}
        self.programs = {**without, **before}
        self.name, self.about = name, {"revision": revision, "date": datetime.date.today().isoformat(), "limit": limit}

    def add(self, program: str, result: dict[str, str]) -> None:
        self.programs[program] = result
        suites = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        suites[self.name] = {**self.about, "programs": dict(sorted(self.programs.items()))}
        RECORD.write_text(json.dumps(suites, indent=1) + "\n")


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("folder", type=Path)
    options.add_argument("--only", default="", help="programs whose name contains one of these, separated by commas")
    options.add_argument("--missing", action="store_true", help="only programs without a recorded result")
    options.add_argument("--late", action="store_true", help="only programs that are recorded as too long, with smaller numbers for arguments")
    options.add_argument("--every", type=int, default=7, help="of HeCBench each Nth program (7)")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--limit", type=float, default=60, help="seconds of processor time for each run")
    options.add_argument("--simcc", type=Path, default=BUILD / "bin/cudasim-simcc")
    options.add_argument("--revision", default="an unknown revision", help="of the suite, for the page")
    options.add_argument("--record", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        name, programs = suite_of(given.folder.resolve(), given.every, Path(scratch))
        record = Record(name, given.limit, given.revision, bool(given.only) or given.missing or given.late)
        chosen = [each for each in programs if any(text in each.name for text in given.only.split(","))
                  and not (given.missing and each.name in record.programs)
                  and not (given.late and (not each.smaller or record.programs.get(each.name, {}).get("outcome") != "too long"))]
        results = {}
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            # In an order that says nothing about them: a run that is stopped has a sample.
            running = {pool.submit(judge, each, str(given.simcc.resolve()), given.limit, given.late): each
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
