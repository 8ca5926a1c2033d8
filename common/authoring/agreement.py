#!/usr/bin/env python3
"""The lens's counters beside the hardware's, for the kernels that were read on a GPU. Needs no GPU: what ncu.sh measured on one is in docs/results.

common/authoring/agreement.py             writes docs/results/nvidia-h200/agreement.md
common/authoring/agreement.py --check     exit code 1 if that page is out of date or a difference is unexplained
common/authoring/agreement.py --compare   exit code 1 if a difference is unexplained, and nothing else: for other compilers than the page's
common/authoring/agreement.py --collect NCU.csv   adds what ncu.sh brought home to docs/results/nvidia-h200/counters.json

Both sides run the same programs with the same arguments. The hardware's kernels are launched more often, to warm up: what is compared is
what one launch costs on the mean. Entries of counters.json that have no "launches" were collected before that was stored, and hold one of
the two runs of each row.

BUILD_DIR: the build folder, by default that of the preset auto. RESULTS: another folder than docs/results/nvidia-h200.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from options import parser
from tree import BUILD, RESULTS, Fault, below, run_main
from work import Work

HERE = Path(__file__).parent / "agreement"


@dataclass(frozen=True)
class Counter:
    """A counter: ncu's name for it, and its field in the lens's report."""
    title: str
    ncu: str
    space: str
    op: str
    field: str


COUNTERS = [
    Counter("global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global", "load", "requests"),
    Counter("global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "global", "load", "sectors"),
    Counter("global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global", "store", "requests"),
    Counter("global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "global", "store", "sectors"),
    Counter("shared load wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared", "load", "wavefronts"),
    Counter("shared load conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "shared", "load", "excess_wavefronts"),
    Counter("shared store wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared", "store", "wavefronts"),
    Counter("shared store conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "shared", "store", "excess_wavefronts"),
]
SHARED_LOADS = COUNTERS[4]  # wavefronts

# The hardware's own arbitration adds wavefronts if another unit needs the same bank, differently from run to run. This share of the
# lens's wavefronts is the largest that we have seen.
ARBITRATION = 0.02

MULTIPROCESSORS = "132"  # of the H200: some grids depend on the device

TOGETHER = re.compile(r"\bcudasim_together_\w+?::")

# Rows of peers run their own kernels, which the simulator does not have.
LIBRARIES = ("cub::", "thrust::", "cublas", "cusparse", "cutlass::", "dot_kernel<", "reduce_1Block_kernel<", "sm80_xmma_gemm_")


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def plain_name(name: str) -> str:
    """transpose_padded<8, float> of "void transpose_padded<8, float>(const T2 *, …)", without the namespace of a program that is compiled together
    with others."""
    name = TOGETHER.sub("", name.split("(", 1)[0])
    return name[len("void "):] if name.startswith("void ") else name


def as_ncu_has_it(name: str) -> str:
    """A kernel's name and its template arguments as ncu has them: k<0, 32> for the lens's k<false, 32u> and k<(Variant)0, 32>, a::k for a::b::k."""
    name = re.sub(r"^(\w+::)(?:\w+::)+(?=\w+(?:<|$))", r"\1", name)
    name = re.sub(r"\btrue\b", "1", re.sub(r"\bfalse\b", "0", name)).replace("> >", ">>")
    return re.sub(r"\b(\d+)u\b", r"\1", re.sub(r"\([\w:]+\)(?=\d)", "", name))


def nearest_integer(value: float) -> int:
    return int(value + 0.5)  # counters are not negative


def collect(file: Path, entries: list[dict]) -> str:
    """counters.json: the entries of the cases of cases.txt, and the sums by case and kernel of what ncu.sh wrote, ncu's own lines with the
    case before each. A case that ncu.sh read replaces its older entries."""
    seen: dict[str, dict[str, dict[int, dict[str, float]]]] = {}  # case -> kernel -> launch -> counter -> value
    with open(file, encoding="utf-8", newline="") as lines:
        for field in csv.reader(lines):
            if len(field) < 16 or field[1] == "ID" or plain_name(field[5]).startswith(LIBRARIES):
                continue
            launches = seen.setdefault(field[0], {}).setdefault(plain_name(field[5]), {})
            launches.setdefault(int(field[1]), {})[field[13]] = float(field[15].replace(",", ""))
    kept = [entry for entry in entries if entry["case"] not in seen]
    for case, kernels in seen.items():
        for kernel, launches in sorted(kernels.items()):
            sums = {counter.title: nearest_integer(sum(values[counter.ncu] for values in launches.values())) for counter in COUNTERS}
            kept.append({"case": case, "kernel": kernel, "launches": len(launches), "counters": sums})
    order = lines_of(HERE / "cases.txt")
    kept = sorted((entry for entry in kept if entry["case"] in order), key=lambda entry: order.index(entry["case"]))
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


def watch(case: str) -> dict[str, dict]:
    """The lens's report of one case, by kernel."""
    program, *arguments = shlex.split(case)
    binaries = [path for path in below(BUILD / "lens", program) if os.access(path, os.X_OK)]
    if not binaries:
        raise Fault(f"{program} has no lens build in {BUILD / 'lens'}")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = subprocess.run([binaries[0], *arguments], env={**os.environ, "LENS_WATCH": "all", "LENS_JSON": str(report),
                                                                     "CUDASIM_MULTIPROCESSORS": MULTIPROCESSORS},
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0 or not report.is_file():
            raise Fault(f"{case}: the lens build failed")
        kernels = json.loads(report.read_text(encoding="utf-8"))["kernels"]
    return {without_namespaces(as_ncu_has_it(kernel["name"])): kernel for kernel in kernels}


def without_namespaces(kernel: str) -> str:
    """Allows for a kernel that moved to a header, and so into a namespace, after its counters were read."""
    return re.sub(r"\b\w+::", "", kernel)


def sum_of(kernel: dict, counter: Counter) -> int:
    return sum(line[counter.field] for line in kernel["lines"] if line["space"] == counter.space and line["op"] == counter.op)


def hardware_sum(entry: dict, kernel: dict, counter: Counter) -> int:
    """The counters of as many launches as the lens has seen."""
    total = entry["counters"][counter.title]
    return nearest_integer(total * kernel["launches"] / entry["launches"]) if "launches" in entry else total


def explanation(explained: list[list[str]], entry: dict, counter: Counter, lens: int, hardware: int) -> str:
    """Why two values differ, "" if nobody knows. A line of explained.txt: case | kernel | counter | reason, where an empty field holds for
    all, and a kernel without template arguments for all of that name."""
    if counter.space == "shared" and 0 < hardware - lens <= ARBITRATION * max(lens, 1) + 1:
        return "the hardware's own arbitration"
    for case, kernel, title, reason in explained:
        if case in ("", entry["case"]) and title in ("", counter.title) and (
                kernel in ("", entry["kernel"]) or entry["kernel"].startswith(kernel + "<")):
            return reason
    return ""


def why_they_differ(explained: list[list[str]], entry: dict, kernel: dict, counter: Counter, lens: int, hardware: int) -> str:
    if counter.field == "excess_wavefronts":
        # Conflicts are wavefronts beyond the first, but the arbitration's share refers to all wavefronts.
        base = max(lens, sum_of(kernel, SHARED_LOADS))
        return explanation(explained, entry, counter, base, base + (hardware - lens))
    return explanation(explained, entry, counter, lens, hardware)


def compare(entries: list[dict]) -> tuple[str, int]:
    """The table, and the number of unexplained differences."""
    explained = [[field.strip() for field in line.split("|", 3)] for line in lines_of(HERE / "explained.txt")]
    watched: dict[str, dict[str, dict]] = {}
    counts = {"equal": 0, "looked up": 0, "supposed": 0, "unexplained": 0}
    table = ["| program and arguments | kernel | counter | lens | hardware | why they differ |", "| --- | --- | --- | ---: | ---: | --- |"]
    for entry in entries:
        case = entry["case"]
        if case not in watched:
            watched[case] = watch(case)
        kernel = watched[case].get(without_namespaces(entry["kernel"]))
        if kernel is None:
            raise Fault(f"{case}: the lens saw no kernel {entry['kernel']}")
        for counter in COUNTERS:
            lens, hardware = sum_of(kernel, counter), hardware_sum(entry, kernel, counter)
            if lens == 0 and hardware == 0:
                continue
            why = "" if lens == hardware else why_they_differ(explained, entry, kernel, counter, lens, hardware) or "**unexplained**"
            kind = {"": "equal", "**unexplained**": "unexplained"}.get(why) or ("supposed" if why.startswith("supposed:") else "looked up")
            counts[kind] += 1
            table.append(f"| `{case}` | `{entry['kernel']}` | {counter.title} | {lens} | {hardware} | {why} |")
    table.append(f"\n{counts['equal']} counters are equal, {counts['looked up']} differ for a reason that was looked up, {counts['supposed']} "
                 f"differ for a reason that we suppose, {counts['unexplained']} differ and nobody knows why.")
    return "\n".join(table) + "\n", counts["unexplained"]


def head(about: dict) -> str:
    return (f"# The lens beside the hardware\n\nCounters of one {about['device']} (driver {about['driver']}, CUDA {about['cuda']}), read with "
            f"Nsight Compute on {about['date']}, and of the\nsimulator's lens, for the same programs with the same arguments. Written by "
            "`common/authoring/agreement.py`.\n\n")


def main() -> int:
    options = parser(__doc__)
    options.add_argument("--compare", action="store_true", help="only say whether every difference is explained")
    options.add_argument("--collect", type=Path, metavar="NCU.csv", help="add to counters.json")
    words = options.parse_args()
    results = Path(os.environ.get("RESULTS") or RESULTS)
    if words.collect:
        file = results / "counters.json"
        file.write_text(collect(words.collect, json.loads(file.read_text(encoding="utf-8"))), encoding="utf-8")
        return 0
    table, unexplained = compare(json.loads((results / "counters.json").read_text(encoding="utf-8")))
    if unexplained:
        print(table, end="")
        return 1
    if words.compare:
        return 0
    work = Work(words.check)
    work.file(results / "agreement.md", head(json.loads((results / "about.json").read_text(encoding="utf-8"))) + table)
    return work.finish("common/authoring/agreement.py")


if __name__ == "__main__":
    run_main(main)
