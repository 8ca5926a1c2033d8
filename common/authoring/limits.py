"""What limits a kernel, by Nsight Compute's counters: limits.csv of kernels that move memory (limits/cases.txt), products.csv of matrix
products (limits/products.txt), walk.csv of the steps on docs/pages/profiling.md (limits/walk.txt).

common/authoring/limits.py OUTPUT_FOLDER [TABLE …]   needs a GPU, ncu, and the CUDA programs in build/cuda (or $BUILD_DIR);
                                                     TABLE: limits, products, walk; by default all

One line per kernel: its name, the program's arguments, seconds, and
- of those that move memory: bytes read from memory and written to it, bytes of the sectors that L2 served, those that one of its halves asks
  of the other with them, and of how many cycles in a hundred memory and the bridge between the two halves were busy; the bridge is empty
  where a GPU has no such counter;
- of products: blocks of the grid, of how many cycles in a hundred the multiply-add pipes were busy and a scheduler issued, and how many
  warps for each issued instruction waited for registers of one bank (dispatch) and for shared memory (short scoreboard);
- of the walk: registers per thread, the percentage of warps, pipes, caches and memory in use, sectors and wavefronts, and, for each reason to
  wait, the cycles that a warp waits for it per instruction. A field is empty where a GPU has no such counter.
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

BUSY = "pct_of_peak_sustained_active"
WALK = {"registers": "launch__registers_per_thread", "warps": f"sm__warps_active.avg.{BUSY}", "issue": f"smsp__issue_active.avg.{BUSY}",
        "fma": f"sm__pipe_fma_cycles_active.avg.{BUSY}", "requests": f"l1tex__lsuin_requests.avg.{PEAK}",
        "wavefronts": f"l1tex__data_pipe_lsu_wavefronts.avg.{PEAK}", "l1": f"l1tex__throughput.avg.{BUSY}", "l2": f"lts__throughput.avg.{PEAK}",
        "dram": MEMORY, "compute": f"sm__throughput.avg.{PEAK}", "memory": f"gpu__compute_memory_throughput.avg.{PEAK}",
        "global_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
        "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l2_sectors": SECTORS, "dram_read": READ,
        "dram_written": WRITTEN, "cycles": "smsp__average_warp_latency_per_inst_issued.ratio",
        **{reason: WARPS.format(reason) for reason in ("long_scoreboard", "short_scoreboard", "lg_throttle", "mio_throttle", "barrier",
                                                       "math_pipe_throttle", "dispatch_stall", "not_selected", "wait", "no_instruction")}}

Counters = dict[str, str]


def counted(said: str, whole_names: bool = False) -> dict[str, dict[str, str]]:
    """By kernel, in ncu's order, the counters of its last launch: the fields of ncu's lines that begin with a number.

    A kernel is named without its template arguments, or with them: matmul_tiled<32>."""
    kernels: dict[str, dict[str, str]] = {}
    for field in csv.reader(line for line in said.splitlines() if re.match(r'"[0-9]', line)):
        name = re.sub(r"\((?:int|bool|unsigned int)\)", "", re.sub(r"^void ", "", field[4]))
        name = re.sub(r"\(.*", "", name) if whole_names else re.sub(r"[<(].*", "", name).rsplit("::", 1)[-1]
        kernels.setdefault(name, {})[field[-3]] = field[-1].replace(",", "")
    return kernels


def moved(counters: Counters) -> str:
    read, written, sectors = (int(float(counters[name])) for name in (READ, WRITTEN, SECTORS))
    bridge = counters.get(BRIDGE, "")
    return f"{read},{written},{sectors * 32},{counters[MEMORY]},{bridge if re.fullmatch('[0-9.]+', bridge) else ''}"


def multiplied(counters: Counters) -> str:
    return ",".join(counters[name] for name in PRODUCT.values())


def walked(counters: Counters) -> str:
    found = (counters.get(name, "") for name in WALK.values())
    return ",".join(value if re.fullmatch("[0-9.]+", value) else "" for value in found)


@dataclass(frozen=True)
class Table:
    """A file of results: its cases, ncu's metrics and their kernels, its fields after the seconds, and how to compute them."""
    name: str
    cases: str
    metrics: list[str]
    kernels: str
    fields: str
    of: Callable[[Counters], str]
    whole_names: bool = False


TABLES = [
    Table("limits", "cases.txt", [SECONDS, READ, WRITTEN, SECTORS, MEMORY, BRIDGE],
          "regex:copy_vectors|move_tiles|transpose_(lines|tall|flat)|spmv_pages",
          "read,written,sectors,memory,bridge", moved),
    Table("products", "products.txt", [SECONDS, *PRODUCT.values()], "regex:matmul|gemm|Kernel2|sum_parts", ",".join(PRODUCT), multiplied),
    Table("walk", "walk.txt", [SECONDS, *WALK.values()], "regex:matmul", ",".join(WALK), walked, whole_names=True),
]


def lines(table: Table, arguments: str, said: str) -> str:
    return "".join(f"{quoted(kernel)},{arguments},{float(counters[SECONDS]) / 1e9:.9f},{table.of(counters)}\n"
                   for kernel, counters in counted(said, table.whole_names).items())


def quoted(name: str) -> str:
    return f'"{name}"' if "," in name else name


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
    options.add_argument("tables", nargs="*", metavar="TABLE", help="limits, products or walk; by default all")
    given = options.parse_args()
    unknown = set(given.tables) - {table.name for table in TABLES}
    if unknown:
        raise Fault(f"no table {min(unknown)}; there are {', '.join(table.name for table in TABLES)}", 2)
    folder = given.folder
    build = BUILD if os.environ.get("BUILD_DIR") else ROOT / "build" / "cuda"
    for table in TABLES:
        if given.tables and table.name not in given.tables:
            continue
        cases = (Path(__file__).parent / "limits" / table.cases).read_text(encoding="utf-8").splitlines()
        with open(folder / f"{table.name}.csv", "w", encoding="utf-8", buffering=1) as file:
            file.write(f"kernel,arguments,seconds,{table.fields}\n")
            for case in cases:
                file.write(measure(build, table, case))
    return 0


if __name__ == "__main__":
    run_main(main)
