#!/usr/bin/env python3
"""A GPU's file for `./tutorial predict`: published figures, and what the memory and ceiling programs measured.

common/authoring/gpu_file.py [BENCH]    writes common/predict/gpus/NAME.json of a results file; without one it runs ./tutorial bench
common/authoring/gpu_file.py --check    fails if the files of the devices in docs/results are not what it would write

Devices whose results are in docs/results have their files from here; the others' files are written by hand, from published figures.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from options import parser
from tree import ROOT, Fault, run_main

FOLDER = ROOT / "common" / "predict" / "gpus"
GUIDE = "CUDA programming guide, compute capabilities"
# By compute capability: threads, blocks and shared memory of an SM; lanes for FP32, FP64, integers, special functions.
GENERATIONS = {
    "7.5": (1024, 16, 65536, 64, 2, 64, 16),
    "8.0": (2048, 32, 167936, 64, 32, 64, 16),
    "8.6": (1536, 16, 102400, 128, 2, 64, 16),
    "8.9": (1536, 24, 102400, 128, 2, 64, 16),
    "9.0": (2048, 32, 233472, 128, 64, 64, 16),
    "10.0": (2048, 32, 233472, 128, 64, 64, 16),
    "12.0": (1536, 32, 102400, 128, 2, 128, 16),
}
L2_PARTITIONS = {"8.0": 2, "9.0": 2}
QUOTED = "https://forums.developer.nvidia.com/t/meanings-of-l2-l2-copy/200725"
PARTITIONS = f"NVIDIA A100 architecture white paper, as quoted in {QUOTED}; taken to hold for Hopper"
CLASSES = "prediction_classes.json"
COUNTS = ["threads_a_multiprocessor", "blocks_a_multiprocessor", "shared_bytes_a_multiprocessor"]
COUNTS += ["fp32_lanes", "fp64_lanes", "integer_lanes", "special_lanes"]


class Bench:
    def __init__(self, file: Path, said: str):
        root = json.loads(file.read_text())
        self.about, self.rows, self.said = root["about"], root["rows"], said
        classes = file.with_name(CLASSES)
        self.said_of_classes = said_of(classes)
        if not classes.exists():
            raise Fault(f"{self.said_of_classes} is not there: prediction_classes.py --measure writes it")
        self.seconds_of = {row["kernel"]: row["median_s"] for row in json.loads(classes.read_text())["rows"]}

    def row(self, program: str, start: str, size: str | None = None) -> dict:
        for row in self.rows:
            if row["program"] == program and row["variant"].startswith(start) and size in (None, row["size"]):
                return row
        raise ValueError(f"{self.said} has no row of {program}, {start}")

    def value(self, program: str, start: str, factor: float) -> dict:
        row = self.row(program, start)
        return {"value": float(f"{row['throughput'] * factor:.4g}"), "source": f"{self.said}: {program}, {row['variant']}"}

    def ceiling(self, name: str, unit: str, factor: float) -> dict:
        rows = [row for row in self.rows if row.get("ceiling") == name and row["unit"] == unit and row["ceiling_fraction"]]
        values = sorted(row["throughput"] / row["ceiling_fraction"] for row in rows)
        if not values:
            raise ValueError(f"{self.said} has no row that is held against the ceiling {name}")
        value = float(f"{values[len(values) // 2] * factor:.4g}")
        return {"value": value, "source": f"{self.said}: ceiling {name}, the median of {len(values)} rows"}


def gpu_of(bench: Bench) -> dict:
    about = bench.about
    if about["compute_capability"] not in GENERATIONS:
        raise ValueError(f"compute capability {about['compute_capability']} is not known here: add its line to GENERATIONS")
    values = {name: {"value": about[name], "source": f"{bench.said}: about"} for name in ("multiprocessors", "l1_bytes", "l2_bytes")}
    values["compute_capability"] = {"value": float(about["compute_capability"]), "source": f"{bench.said}: about"}
    for name, value in zip(COUNTS, GENERATIONS[about["compute_capability"]]):
        values[name] = {"value": value, "source": f"{GUIDE}, {about['compute_capability']}"}
    partitions = L2_PARTITIONS.get(about["compute_capability"])
    values["l2_partitions"] = {"value": partitions or 1, "source": PARTITIONS if partitions else "assumed: one"}
    values["registers_a_multiprocessor"] = {"value": 65536, "source": f"{GUIDE}, {about['compute_capability']}"}
    flops = bench.ceiling("fma", "TFLOP/s", 1e12)
    clock = flops["value"] / (2 * values["fp32_lanes"]["value"] * about["multiprocessors"])
    values["clock_hz"] = {"value": float(f"{clock:.4g}"), "source": f"{flops['source']}, over 2 operations, lanes and multiprocessors"}
    values["read_bytes_s"] = bench.ceiling("read", "GB/s", 1e9)
    values["copy_bytes_s"] = bench.ceiling("copy", "GB/s", 1e9)
    values["memory_access_bytes"] = memory_access(bench)
    values["memory_page_s"] = memory_page(bench, values)
    values["l2_requests_s"] = bench.value("locality", "window 1048576 (4 MiB)", 1e9)
    values["l2_bytes_s"] = bench.value("memory_bandwidth", "L2 cache", 1e9)
    values["arithmetic_s"] = bench.value("memory_latency", "registers", 1e-9)
    values["shared_s"] = bench.value("memory_latency", "shared memory", 1e-9)
    values["l1_s"] = bench.value("memory_latency", "L1 cache", 1e-9)
    values["l2_s"] = bench.value("memory_latency", "L2 cache", 1e-9)
    values["memory_s"] = bench.value("memory_latency", "device memory", 1e-9)
    smallest = bench.row("reduce_in_place", "4 threads")
    values["launch_s"] = {"value": float(f"{smallest['median_s']:.3g}"), "source": f"{bench.said}: reduce_in_place, 4 threads, 8 elements"}
    values["l2_spread_s"] = spread(bench, values, "l2_s", "chase_one_warp")
    values["memory_spread_s"] = spread(bench, values, "memory_s", "chase_warp_per_sm")
    values["grid_block_s"] = grid_block(bench)
    values["block_s"] = block(bench, values)
    values["atomic_s"] = atomic(bench)
    values["same_atomic_s"] = same_atomic(bench)
    values["same_integer_s"] = same_integer(bench, values)
    values["store_line_s"] = store_line(bench, values)
    values |= host_part(bench, values)
    return {"title": about["device"], "values": dict(sorted(values.items()))}


def block(bench: Bench, values: dict) -> dict:
    """Blocks that load once and store once follow each other: the time of a wave of them, besides the load. Device memory is nearly busy
    meanwhile, and its part is subtracted in the way predict.cpp adds it (sharpness)."""
    sharpness = 3
    row = bench.row("copy", "one float per thread", "16384 x 16384")
    threads = 16384 * 16384
    waves = threads / (values["multiprocessors"]["value"] * values["threads_a_multiprocessor"]["value"])
    memory = 8 * threads / values["copy_bytes_s"]["value"]
    seconds = (row["median_s"] ** sharpness - memory**sharpness) ** (1 / sharpness) / waves - values["memory_s"]["value"]
    return {"value": float(f"{seconds:.3g}"), "source": f"{bench.said}: copy, one float per thread, 16384 x 16384: a wave of blocks less one load"}


def grid_block(bench: Bench) -> dict:
    """Blocks with little work follow each other as fast as the device launches them, with shared memory, shuffles or neither."""
    blocks = -(-1_000_000_000 // 128)
    seconds = bench.row("reduce_shuffle", "warp shuffle, 128 threads", "1000 M")["median_s"] / blocks
    return {"value": float(f"{seconds:.4g}"), "source": f"{bench.said}: reduce_shuffle, 1000 M, over {blocks} blocks"}


def memory_access(bench: Bench) -> dict:
    """Of structures of 64 bytes a kernel reads one sector each, of structures of 32 bytes every sector: half as much, as fast where device
    memory moves two sectors at a time."""
    half, whole = [bench.row("aos_soa", f"read 1 of {fields} fields, AoS")["median_s"] for fields in (16, 8)]
    value = 64 if half > 1.5 * whole else 32
    return {"value": value, "source": f"{bench.said}: aos_soa, structures of 16 fields take {half / whole:.2f} times those of 8"}


def memory_page(bench: Bench, values: dict) -> dict:
    """Random reads of a window far larger than the L2: each opens its own page, except for those that hit the L2."""
    row = bench.row("locality", "window 134217728 (512 MiB)")
    reads = int(row["size"]) * (1 - values["l2_bytes"]["value"] / values["l2_partitions"]["value"] / 2**29)
    return {"value": float(f"{row['median_s'] / reads:.4g}"), "source": f"{bench.said}: locality, {row['variant']}, reads that miss L2"}


def spread(bench: Bench, values: dict, latency: str, kernel: str) -> dict:
    """Each lane of a warp follows a chain of 1000 words of its own: a step ends with the last of 32 lines."""
    seconds = (bench.seconds_of[kernel] - values["launch_s"]["value"]) / 1000 - values[latency]["value"]
    return {"value": float(f"{seconds:.3g}"), "source": f"{bench.said_of_classes}: {kernel}, a step less {latency}"}


def same_integer(bench: Bench, values: dict) -> dict:
    """One lane of each of 32768 warps adds an integer to the same word."""
    seconds = (bench.seconds_of["one_integer_per_warp"] - values["launch_s"]["value"]) / 32768
    return {"value": float(f"{seconds:.3g}"), "source": f"{bench.said_of_classes}: one_integer_per_warp, less the launch"}


def store_line(bench: Bench, values: dict) -> dict:
    """A matrix written by columns: each lane stores to its own cache line."""
    row = bench.row("transpose_strided_write", "32 x 32 threads", "4096 x 4096")
    seconds = row["median_s"] / 4096**2 * values["multiprocessors"]["value"]
    return {"value": float(f"{seconds:.3g}"), "source": f"{bench.said}: transpose_strided_write, 4096 x 4096, a line for each element"}


def atomic(bench: Bench) -> dict:
    """The same sum, with blocks that end with a store or with an atomic operation."""
    store = bench.row("reduce_grid_stride", "filling grid, 512 threads", "10 K")
    atomic = bench.row("reduce_atomic", "one atomicAdd per block", "10 K")
    seconds = atomic["median_s"] - store["median_s"]
    return {"value": float(f"{seconds:.3g}"), "source": f"{bench.said}: reduce_atomic, 10 K, one per block, less reduce_grid_stride"}


def same_atomic(bench: Bench) -> dict:
    """The program adds from each thread or from each warp of the same grid: the difference is 31 of 32 operations."""
    each = bench.row("reduce_atomic", "one atomicAdd per thread", "10 K")
    warps = bench.row("reduce_atomic", "one atomicAdd per warp", "10 K")
    threads = -(-10_000 // 512) * 512
    seconds = (each["median_s"] - warps["median_s"]) / (threads * 31 / 32)
    source = f"{bench.said}: reduce_atomic, 10 K, a thread less a warp, over {threads * 31 // 32} operations"
    return {"value": float(f"{seconds:.3g}"), "source": source}


def host_part(bench: Bench, values: dict) -> dict:
    """A small sum until the host has it: the host polls, waits for the stream, or copies it. Short times of the host differ from run to
    run, so each is the median of the sizes up to a million."""
    sizes = ["10 K", "100 K", "1 M"]
    looks, waits, copies = [[bench.row("reduce_mapped", variant, f"{size}, end to end")["median_s"] for size in sizes]
                            for variant in ("mapped, the host looks", "mapped, the host waits", "in device memory")]
    work = [bench.row("reduce_vector", "16-byte loads, 4 in flight", size)["median_s"] - values["launch_s"]["value"] for size in sizes]
    parts = {"host_launch_s": (looks, work, "the host looks, less the work of reduce_vector"),
             "host_wait_s": (waits, looks, "the host waits for the stream, less where it looks"),
             "host_copy_s": (copies, looks, "the host copies the sum, less where it looks")}
    return {name: {"value": float(f"{statistics.median(a - b for a, b in zip(longer, shorter)):.3g}"),
                   "source": f"{bench.said}: reduce_mapped, {words}, the median of {', '.join(sizes)}"}
            for name, (longer, shorter, words) in parts.items()}


def name_of(device: str) -> str:
    words = device.lower().replace("nvidia", "").replace("geforce", "").split()
    return "".join(words[:2]) if words and words[0] == "rtx" else words[0]


def measure(folder: Path) -> Path:
    subprocess.run([Path(__file__).with_name("prediction_classes.py"), "--measure", folder / CLASSES], check=True)
    for ladder in ("memory", "gather", "sum", "sum/further", "ch08_transpose", "matmul"):
        subprocess.run([ROOT / "tutorial", "bench", "--only", ladder, "--json", folder / "bench.json"], check=True)
    return folder / "bench.json"


def said_of(file: Path) -> str:
    return file.resolve().relative_to(ROOT).as_posix() if file.resolve().is_relative_to(ROOT) else file.name


def text_of(gpu: dict) -> str:
    return json.dumps(gpu, indent=1) + "\n"


def main() -> int:
    arguments = parser(__doc__)
    arguments.add_argument("bench", nargs="?", type=Path, help="a results file of ./tutorial bench")
    options = arguments.parse_args()
    if options.bench:
        files = [options.bench]
    elif options.check:
        files = sorted((ROOT / "docs" / "results").glob("*/bench.json"))
    else:
        files = []
    stale = 0
    benches = [Bench(file, said_of(file)) for file in files]
    if not benches:
        with tempfile.TemporaryDirectory() as folder:
            benches = [Bench(measure(Path(folder)), "./tutorial bench")]
    for bench in benches:
        path = FOLDER / f"{name_of(bench.about['device'])}.json"
        text = text_of(gpu_of(bench))
        if not options.check:
            path.write_text(text)
            print(path)
        elif not path.exists() or path.read_text() != text:
            print(f"{path}: not what common/authoring/gpu_file.py makes of {bench.said}", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    run_main(main)
