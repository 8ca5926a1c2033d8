#!/usr/bin/env python3
"""What holds a kernel back that moves memory: Nsight Compute's counters of the kernels of limits/cases.txt.

common/authoring/limits.py OUTPUT_FOLDER     wants a GPU, ncu, and the CUDA programs in build/cuda (or $BUILD_DIR)

Writes limits.csv, a line a kernel: its name, the program's arguments, seconds, bytes read from memory and written to it, bytes of the
sectors that L2 served, those that one of its halves asks of the other with them, and of how many cycles in a hundred memory and the bridge
between the two halves were busy; the bridge is empty where a GPU has no such counter.
ncu empties the caches before each kernel. update_pages.py makes the table of it.
"""

from __future__ import annotations

import csv
import os
import re
import shlex
import subprocess
from pathlib import Path

from options import parser
from tree import BUILD, ROOT, Fault, below, run_main

PEAK = "pct_of_peak_sustained_elapsed"
SECONDS, READ, WRITTEN, SECTORS = "gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_sectors.sum"
MEMORY = f"dram__throughput.avg.{PEAK}"
BRIDGE = f"lts__ltcfabric2ltc_cycles_active.avg.{PEAK}"
METRICS = [SECONDS, READ, WRITTEN, SECTORS, MEMORY, BRIDGE]
KERNELS = "regex:copy_vectors|move_tiles|transpose"


def counted(said: str) -> dict[str, dict[str, str]]:
    """By kernel, in ncu's order, the counters of its last launch: the fields of ncu's lines that begin with a number."""
    kernels: dict[str, dict[str, str]] = {}
    for field in csv.reader(line for line in said.splitlines() if re.match(r'"[0-9]', line)):
        name = re.sub(r"[<(].*", "", re.sub(r"^void ", "", field[4])).rsplit("::", 1)[-1]
        kernels.setdefault(name, {})[field[-3]] = field[-1].replace(",", "")
    return kernels


def line_of(kernel: str, arguments: str, counters: dict[str, str]) -> str:
    read, written, sectors = (int(float(counters[name])) for name in (READ, WRITTEN, SECTORS))
    bridge = counters.get(BRIDGE, "")
    return (f"{kernel},{arguments},{float(counters[SECONDS]) / 1e9:.9f},{read},{written},{sectors * 32},{counters[MEMORY]},"
            f"{bridge if re.fullmatch('[0-9.]+', bridge) else ''}\n")


def measure(build: Path, case: str) -> str:
    program, _, arguments = case.partition(" ")
    binaries = below(build / "cuda", program)
    if not binaries:
        raise Fault(f"{program} is not built in {build}/cuda")
    # The card's clocks stay as they are.
    command = ["ncu", "--clock-control", "none", "--csv", "--print-units", "base", "--metrics", ",".join(METRICS), "-k", KERNELS,
               str(binaries[0]), "--repeats", "1", *shlex.split(arguments)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Fault(f"{case}: {done.stdout.strip()}")
    return "".join(line_of(kernel, arguments, counters) for kernel, counters in counted(done.stdout).items())


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("folder", type=Path, metavar="OUTPUT_FOLDER")
    folder = options.parse_args().folder
    build = BUILD if os.environ.get("BUILD_DIR") else ROOT / "build" / "cuda"
    with open(folder / "limits.csv", "w", encoding="utf-8") as file:
        file.write("kernel,arguments,seconds,read,written,sectors,memory,bridge\n")
        for case in (Path(__file__).parent / "limits" / "cases.txt").read_text(encoding="utf-8").splitlines():
            file.write(measure(build, case))
    return 0


if __name__ == "__main__":
    run_main(main)
