#!/usr/bin/env python3
"""How many programs of a suite by others run on the simulator: builds and runs each with simcc, and sorts what happens.

common/authoring/coverage.py FOLDER [--only TEXT] [--jobs N] [--limit SECONDS] [--record]

FOLDER is a checkout of NVIDIA/cuda-samples. A program is right if it ends without an error and does not report a failed check of its
results. --record writes docs/results/simulator/coverage.json, from which update_pages.py makes the table.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import re
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from options import parser
from tree import BUILD, ROOT, Fault, run_main

RECORD = ROOT / "docs" / "results" / "simulator" / "coverage.json"
# What a program needs beside CUDA: it is not counted.
ELSEWHERE = {
    "graphics": r"#\s*include\s*[<\"](GL/|GLES|helper_gl|EGL|freeglut|vulkan|GLFW|X11|d3d|rendercheck_gl|cuda_gl|cudaGL|cuda_egl|cudaEGL|screen/)",
    "MPI": r"#\s*include\s*[<\"]mpi",
    "run-time compilation": r"#\s*include\s*[<\"](nvrtc|nvJitLink|nvvm)",
    "other hardware": r"#\s*include\s*[<\"](nvsci|cudla|nvmedia)",
}
FAILED = re.compile(r"\bFAIL\w*\b|[Tt]est failed|[Vv]erification failed|[Ii]ncorrect result")
REFUSED = re.compile(r"not simulated|has dropped|is not allowed|need the option")


class Program(NamedTuple):
    name: str
    folder: Path
    sources: list[str]
    flags: list[str]
    runs: list[list[str]]  # arguments of each


def words(text: str) -> list[str]:
    return [word.strip('"') for word in text.split()]


def cuda_samples(root: Path) -> Iterator[Program]:
    """Folders of Samples with a CUDA source, one program for each executable that their CMakeLists.txt adds."""
    arguments = json.loads((root / "test_args.json").read_text())
    for lists in sorted((root / "Samples").rglob("CMakeLists.txt")):
        folder = lists.parent
        text = re.sub(r"#.*", "", lists.read_text())
        for name, files in re.findall(r"add_executable\s*\(\s*(\S+)([^)]*)\)", text):
            sources = [f for f in words(files) if re.search(r"\.(cu|cpp|cc|c)$", f) and (folder / f).exists()]
            if not any(f.endswith(".cu") for f in sources):
                continue
            given = arguments.get(name, {})
            runs = [run.get("args", []) for run in given.get("runs", [given])]
            flags = ["-I", str(root / "Common"), "-I", str(folder), "-I", str(folder / "inc"), "-std=c++17", "-rdc=true"]
            yield Program(name, folder, sources, flags + (["-Xcompiler", "-fopenmp"] if "OpenMP" in text else []), runs)


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
    """Its exit code and what it printed; no code where it took too long."""
    child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             start_new_session=True)
    try:
        out, _ = child.communicate(timeout=limit)
        return child.returncode, out.decode(errors="replace")
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
    return outcome("right")


def judge(program: Program, simcc: str, limit: float) -> dict[str, str]:
    text = sources_text(program)
    for need, pattern in ELSEWHERE.items():
        if re.search(pattern, text):
            return outcome("not counted", need)
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "program")
        code, said = run([simcc, "--plain", *program.flags, *program.sources, "-o", binary], program.folder, 600)
        if code != 0:
            refused = first_match(REFUSED, said)
            bare = first_match(r"error|undefined reference", said)
            return outcome("refused", feature(refused)) if refused else outcome("compiler error", bare or said[-150:])
        for arguments in program.runs:
            result = judge_run(*run([binary, *arguments], program.folder, limit))
            if result["outcome"] != "right":
                break
        return result


OUTCOMES = {
    "right": "ran, and no check of its results failed",
    "waived": "ended by itself: it asked for what the device does not have",
    "refused": "refused in a line that names the feature",
    "too long": "not done within the limit",
    "compiler error": "refused by the compiler, in no line of ours",
    "wrong": "ended wrong",
    "not counted": "needs more than CUDA: graphics, MPI, run-time compilation, other hardware",
}


def block(page: Path, names: list[str]) -> str:
    recorded = json.loads(RECORD.read_text())
    programs = recorded["programs"]
    counts = Counter(result["outcome"] for result in programs.values())
    lines = ["| outcome | samples |", "| --- | ---: |"]
    lines += [f"| {says} | {counts[kind]} |" for kind, says in OUTCOMES.items()]
    lines += ["", f"The limit is {recorded['limit']:.0f} seconds per run. What was refused, and what stopped the others:", ""]
    for kind in ("refused", "compiler error", "wrong"):
        lines += [f"- `{name}`: {result['text'].replace('<', '&lt;')}" for name, result in programs.items() if result["outcome"] == kind]
    return "\n".join(lines) + "\n"


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("folder", type=Path)
    options.add_argument("--only", default="", help="programs whose name has this in it")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--limit", type=float, default=60, help="seconds for each run")
    options.add_argument("--simcc", type=Path, default=BUILD / "bin/cudasim-simcc")
    options.add_argument("--record", action="store_true")
    given = options.parse_args()
    root = given.folder.resolve()
    if not (root / "Samples").is_dir():
        raise Fault(f"{root} is no checkout of cuda-samples")
    programs = [each for each in cuda_samples(root) if given.only in each.name]
    results = {}
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        running = {pool.submit(judge, each, str(given.simcc.resolve()), given.limit): each for each in programs}
        for done in concurrent.futures.as_completed(running):
            result = results[running[done].name] = done.result()
            print(f"{running[done].name:40} {result['outcome']:15} {result['text']}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(Counter(each["outcome"] for each in results.values()).items())))
    if given.record:
        RECORD.write_text(json.dumps({"limit": given.limit, "programs": dict(sorted(results.items()))}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    run_main(main)
