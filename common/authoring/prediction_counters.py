#!/usr/bin/env python3
"""The counters that predictions are made of, for the runs that a results file has: docs/results/simulator/predict.json.

common/authoring/prediction_counters.py [PATTERN] [--build FOLDER]

Builds each program for the lens and runs it as `./tutorial bench` did, but for sizes that would take minutes here. Of large grids only a
sample of the blocks runs. What is in the file already is not run again: interrupt it and start it again; remove the file to begin anew.
Kernels of programs that nvcc has made in the build folder get the registers that it gave them; wants cuobjdump, of the CUDA toolkit.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from options import parser
from tree import BUILD, ROOT, run_main

FILE = ROOT / "docs" / "results" / "simulator" / "predict.json"
BENCH = ROOT / "docs" / "results" / "nvidia-h200" / "bench.json"
SECONDS = 600  # of one run, on a machine that may be busy
# The largest sizes that are run, by option: preparing them on the host takes longer than the run.
LARGEST = {"--n": 10_000_000, "--rows": 16384, "--cols": 16384, "--count": 100_000, "--m": 1024, "--k": 1024, "--grid": 1024}
LARGEST_AREA = 4096 * 4096
# A block's work here depends on what others have done: all of them run.
WHOLE = {"independent_set", "breadth_first", "bfs_on_device", "bfs_seen_bits", "bfs_parts", "bfs_small_levels", "bfs_two_directions",
         "bfs_cluster_levels", "independent_set_order", "independent_set_bytes", "sort_by_key", "nearest_grid", "nearest_certified"}
# They take fewer rounds here than on a GPU, or run another kernel or none, and their rows do not show it.
OTHER_WORK = {"memory_latency", "memory_bandwidth", "matmul_warpgroup", "nearest_cpu"}


def numbers(arguments: str) -> dict[str, int]:
    return {name: int(value) for name, value in re.findall(r"(--\w+) (\d+)", arguments)}


def fits(arguments: str) -> bool:
    sizes = numbers(arguments)
    if any(value > LARGEST.get(name, value) for name, value in sizes.items() if not ("--cols" in sizes and name in ("--rows", "--cols"))):
        return False
    return sizes.get("--rows", 1) * sizes.get("--cols", 1) <= LARGEST_AREA


def table_sizes(build: Path, pattern: str) -> dict[tuple[str, str], int]:
    """The sizes at which the table of a ladder estimates its steps, and how many blocks run. A time was recorded of ten steps, not of one."""
    programs = json.loads((build / "tutorial.json").read_text())["programs"]
    return {(program["name"], " ".join(program["sample"]).replace("--steps 1", "--steps 10")): program["sample_blocks"]
            for program in programs if program["sample"] and re.search(pattern, program["name"])}


def runs_of(pattern: str) -> list[tuple[str, str]]:
    bench = json.loads(BENCH.read_text())
    runs: list[tuple[str, str]] = []
    explicit = {run["program"] for run in bench["runs"] if run["arguments"]}
    for run in bench["runs"]:
        if run["program"] in OTHER_WORK:
            continue
        key = run["program"], run["arguments"]
        if not run["arguments"] and run["program"] in explicit:
            continue  # its default size here is another one
        if fits(run["arguments"]) and re.search(pattern, run["program"]) and key not in runs:
            runs.append(key)
    return runs


def binaries(build: Path, backend: str) -> dict[str, Path]:
    manifest = json.loads((build / "tutorial.json").read_text())
    return {program["name"]: Path(program["binaries"][backend]) for program in manifest["programs"] if backend in program["binaries"]}


def set_registers(found: dict[str, dict], build: Path) -> None:
    """For programs that nvcc has compiled in the same folder; others keep theirs, and a kernel gets those of its other runs."""
    tool = build / "bin" / "predict-counters"
    known: dict[str, dict] = {}
    for program, binary in binaries(build, "cuda").items():
        if tool.exists() and binary.exists():
            known[program] = json.loads(subprocess.run([tool, "registers", binary], check=True, capture_output=True, text=True).stdout)
    for key, run in found.items():
        for launch in run.get("launches", []):
            if "registers" in launch:
                known.setdefault(key.split()[0], {}).setdefault(launch["kernel"], launch["registers"])
    for key, run in found.items():
        for launch in run.get("launches", []):
            registers = known.get(key.split()[0], {}).get(launch["kernel"])
            if registers is not None:
                launch["registers"] = registers


def counters(program: str, arguments: str, binary: Path, blocks: int) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "lens.json"
        environment = os.environ | {"LENS_JSON": str(report), "LENS_PREDICT": "all" if program in WHOLE else "sample"}
        environment.pop("LENS", None)
        if blocks > 0:  # in the same way as the driver runs a table's step
            environment |= {"LENS_WATCH": str(blocks), "LENS_CHECKS": "1000000"}
        environment["CUDASIM_MULTIPROCESSORS"] = "132"  # of both devices
        words = [binary, *arguments.split()]
        if program in WHOLE and not arguments:
            words.append("--quick")
        begin = time.monotonic()
        try:
            ended = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return {"failed": f"took more than {SECONDS} s"}
        if not report.exists():
            return {"failed": (ended.stderr.strip().splitlines() or [f"ended with {ended.returncode}"])[-1][:200]}
        counted = json.loads(report.read_text())
        return {"seconds": round(time.monotonic() - begin, 1), "host": counted.get("host", []), "launches": counted.get("launches", [])}


def written(found: dict[str, dict]) -> str:
    lines = [f"{json.dumps(key)}: {json.dumps(found[key])}" for key in sorted(found)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    arguments = parser(__doc__, check=False)
    arguments.add_argument("pattern", nargs="?", default="", help="programs whose name it is found in")
    arguments.add_argument("--build", type=Path, default=BUILD, help="a folder that CMake has configured; by default build/auto")
    options = arguments.parse_args()
    os.nice(19)
    found = json.loads(FILE.read_text()) if FILE.exists() else {}
    known = binaries(options.build, "lens")
    built: dict[str, bool] = {}
    tables = table_sizes(options.build, options.pattern)
    for program, words in [*runs_of(options.pattern), *tables]:
        key = f"{program} {words}".strip()
        if key in found or program not in known:
            continue
        if program not in built:
            done = subprocess.run(["cmake", "--build", options.build, "--target", f"{program}.lens"], capture_output=True, check=False)
            built[program] = done.returncode == 0
        if not built[program]:
            print(f"{program}: does not build", file=sys.stderr)
            continue
        found[key] = counters(program, words, known[program], tables.get((program, words), 0))
        FILE.write_text(written(found))
        print(f"{key}: {found[key].get('failed', str(found[key].get('seconds')) + ' s')}", flush=True)
    set_registers(found, options.build)
    FILE.write_text(written(found))
    return 0


if __name__ == "__main__":
    run_main(main)
