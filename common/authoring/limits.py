"""What holds a kernel back, by Nsight Compute's counters: limits.csv of kernels that move memory (limits/cases.txt), products.csv of matrix
products (limits/products.txt).

common/authoring/limits.py OUTPUT_FOLDER     wants a GPU, ncu, and the CUDA programs in build/cuda (or $BUILD_DIR)

A line a kernel: its name, the program's arguments, seconds, and
- of those that move memory: bytes read from memory and written to it, bytes of the sectors that L2 served, those that one of its halves asks
  of the other with them, and of how many cycles in a hundred memory and the bridge between the two halves were busy; the bridge is empty
  where a GPU has no such counter;
- of products: blocks of the grid, of how many cycles in a hundred the multiply-add pipes were busy and a scheduler issued, and how many
  warps for each issued instruction waited for registers of one bank (dispatch) and for shared memory (short scoreboard).
ncu empties the caches before each kernel. update_pages.py makes the tables of them.
"""

from __future__ import annotations

import csv
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from options import parser
from tree import BUILD, ROOT, Fault, below, run_main

SECONDS = "gpu__time_duration.sum"

PEAK = "pct_of_peak_sustained_elapsed"
READ, WRITTEN, SECTORS = "dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_sectors.sum"
MEMORY = f"dram__throughput.avg.{PEAK}"
BRIDGE = f"lts__ltcfabric2ltc_cycles_active.avg.{PEAK}"

WARPS = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
PRODUCT = {"blocks": "launch__grid_size", "fma": "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active",
           "issue": "smsp__issue_active.avg.pct_of_peak_sustained_active", "dispatch": WARPS.format("dispatch_stall"),
           "shared": WARPS.format("short_scoreboard")}

Counters = dict[str, str]


def counted(said: str) -> dict[str, dict[str, str]]:
    """By kernel, in ncu's order, the counters of its last launch: the fields of ncu's lines that begin with a number."""
    kernels: dict[str, dict[str, str]] = {}
    for field in csv.reader(line for line in said.splitlines() if re.match(r'"[0-9]', line)):
        name = re.sub(r"[<(].*", "", re.sub(r"^void ", "", field[4])).rsplit("::", 1)[-1]
        kernels.setdefault(name, {})[field[-3]] = field[-1].replace(",", "")
    return kernels


def moved(counters: Counters) -> str:
    read, written, sectors = (int(float(counters[name])) for name in (READ, WRITTEN, SECTORS))
    bridge = counters.get(BRIDGE, "")
    return f"{read},{written},{sectors * 32},{counters[MEMORY]},{bridge if re.fullmatch('[0-9.]+', bridge) else ''}"


def multiplied(counters: Counters) -> str:
    return ",".join(counters[name] for name in PRODUCT.values())


@dataclass(frozen=True)
class Table:
    """A file of results: its cases, ncu's metrics and their kernels, its fields after the seconds, and how to compute them."""
    name: str
    cases: str
    metrics: list[str]
    kernels: str
    fields: str
    of: Callable[[Counters], str]


TABLES = [
    Table("limits", "cases.txt", [SECONDS, READ, WRITTEN, SECTORS, MEMORY, BRIDGE],
          "regex:copy_vectors|move_tiles|transpose_(lines|tall|flat)|spmv_pages",
          "read,written,sectors,memory,bridge", moved),
    Table("products", "products.txt", [SECONDS, *PRODUCT.values()], "regex:matmul|gemm|Kernel2|sum_parts", ",".join(PRODUCT), multiplied),
]


def lines(table: Table, arguments: str, said: str) -> str:
    return "".join(f"{kernel},{arguments},{float(counters[SECONDS]) / 1e9:.9f},{table.of(counters)}\n"
                   for kernel, counters in counted(said).items())


def measure(build: Path, table: Table, case: str) -> str:
    program, _, arguments = case.partition(" ")
    binaries = below(build / "cuda", program)
    if not binaries:
        raise Fault(f"{program} is not built in {build}/cuda")
    # The GPU's clocks are not changed.
    command = ["ncu", "--clock-control", "none", "--csv", "--print-units", "base", "--metrics", ",".join(table.metrics), "-k", table.kernels,
               str(binaries[0]), "--repeats", "1", *shlex.split(arguments)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Fault(f"{case}: {done.stdout.strip()}")
    return lines(table, arguments, done.stdout)


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("folder", type=Path, metavar="OUTPUT_FOLDER")
    folder = options.parse_args().folder
    build = BUILD if os.environ.get("BUILD_DIR") else ROOT / "build" / "cuda"
    for table in TABLES:
        cases = (Path(__file__).parent / "limits" / table.cases).read_text(encoding="utf-8").splitlines()
        with open(folder / f"{table.name}.csv", "w", encoding="utf-8") as file:
            file.write(f"kernel,arguments,seconds,{table.fields}\n")
            for case in cases:
                file.write(measure(build, table, case))
    return 0


if __name__ == "__main__":
    run_main(main)
