"""Blocks of docs/pages/profiling.md: what Nsight Compute shows along a ladder of matrix products, from walk.csv of limits.py."""

from __future__ import annotations

import csv
import json
import re
import tempfile
from pathlib import Path

from agreement import as_ncu_has_it
from counted import said
from prediction_counters import FILE as COUNTERS
from tree import DRIVER, RESULTS

SECTOR, WAVEFRONT = 32, 128  # bytes
WAITS = {"long_scoreboard": "long scoreboard", "short_scoreboard": "short scoreboard", "lg_throttle": "LG throttle", "mio_throttle": "MIO throttle",
         "barrier": "barrier", "math_pipe_throttle": "math pipe throttle", "dispatch_stall": "dispatch stall", "not_selected": "not selected",
         "wait": "wait", "no_instruction": "no instruction"}
SHOWN = 3  # waits per kernel, limits per prediction


def operations(arguments: str) -> float:
    """Two per multiply-add of the product."""
    sizes = {name: int(value) for name, value in re.findall(r"--([mnk]) (\d+)", arguments)}
    return 2.0 * sizes["m"] * sizes["n"] * sizes["k"]


def percent(value: str) -> str:
    return f"{float(value):.0f}%" if value else "-"


def intensities(row: dict[str, str]) -> list[str]:
    """Operations per byte that pass L1 and shared memory, that L2 serves, and that DRAM moves."""
    moved = [("global_sectors", "shared_wavefronts"), ("l2_sectors",), ("dram_read", "dram_written")]
    sizes = {"global_sectors": SECTOR, "shared_wavefronts": WAVEFRONT, "l2_sectors": SECTOR}
    shown = []
    for names in moved:
        size = sum(float(row[name] or "nan") * sizes.get(name, 1) for name in names)
        shown.append(f"{operations(row['arguments']) / size:.3g}" if size > 0 else "-")
    return shown


def limits(rows: list[dict[str, str]]) -> str:
    lines = ["| kernel | time | FLOP per byte: L1, L2, DRAM | FMA pipes | issue slots | load-store unit | L2 | DRAM |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for row in rows:
        busiest = max((row["requests"], row["wavefronts"]), key=lambda value: float(value or 0))
        lines.append(f"| `{row['kernel']}` | {float(row['seconds']) * 1e3:.2f} ms | {', '.join(intensities(row))} | {percent(row['fma'])} | "
                     f"{percent(row['issue'])} | {percent(busiest)} | {percent(row['l2'])} | {percent(row['dram'])} |")
    return "\n".join(lines) + "\n"


def waits(rows: list[dict[str, str]]) -> str:
    lines = ["| kernel | registers | warps | cycles per instruction | of these, the longest waits |", "| --- | ---: | ---: | ---: | --- |"]
    for row in rows:
        longest = sorted(((float(row[name] or 0), words) for name, words in WAITS.items()), reverse=True)[:SHOWN]
        cycles = f"{float(row['cycles']):.1f}" if row["cycles"] else "-"
        lines.append(f"| `{row['kernel']}` | {float(row['registers'] or 0):.0f} | {percent(row['warps'])} | {cycles} | "
                     f"{', '.join(f'{words} {value:.1f}' for value, words in longest)} |")
    return "\n".join(lines) + "\n"


def predictions(row: dict[str, str]) -> list[dict]:
    """Those of the program's kernels, from the simulator's recorded counts."""
    counts = json.loads(COUNTERS.read_text(encoding="utf-8"))[f"{row['kernel'].split('<')[0]} {row['arguments']}"]
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump({"kernels": [], "hazards": [], **counts}, file)
        file.flush()
        return json.loads(said([DRIVER, "predict", "--counted", file.name, "--gpu", "h200", "--json", "-"]))


def predicted(rows: list[dict[str, str]]) -> str:
    lines = ["| kernel | ncu: time | busiest unit | predicted: time | of it, alone |", "| --- | ---: | --- | ---: | --- |"]
    units = {"fma": "FMA pipes", "issue": "issue slots", "requests": "load-store unit", "wavefronts": "load-store unit", "l2": "L2", "dram": "DRAM"}
    for row in rows:
        found = next(each for each in predictions(row) if as_ncu_has_it(each["kernel"]) == row["kernel"])
        whole = found["predicted_s"]
        alone = sorted(found["limits"].items(), key=lambda each: -each[1])[:SHOWN]
        busiest = max(units, key=lambda name: float(row[name] or 0))
        lines.append(f"| `{row['kernel']}` | {float(row['seconds']) * 1e6:.0f} us | {units[busiest]} {percent(row[busiest])} | "
                     f"{whole * 1e6:.0f} us | {', '.join(f'{name} {100 * seconds / whole:.0f}%' for name, seconds in alone)} |")
    return "\n".join(lines) + "\n"


def block(page: Path, names: list[str]) -> str:
    """names: which table, and the size of the products."""
    kind, size = names
    with open(RESULTS / "walk.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["arguments"].startswith(f"--m {size} ")]
    return {"limits": limits, "waits": waits, "predicted": predicted}[kind](rows)
