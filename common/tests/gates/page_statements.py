#!/usr/bin/env python3
"""Holds sentences of the pages to what they are about; one line for each that is not true, exit code 1 if there are any.

    page_statements.py TREE

- A part whose check takes a sample says so on its page, and the page on ladders says that some do.
- More than 105 % of a measured ceiling is reached only where the data fit into the L2 cache, or by several steps per pass.
- No claim has bounds of its own: what is expected is a figure of its book, "faster" or "same", and one rule judges it.
- `explain PROGRAM --line N` on a page names a line that accesses memory.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

SAMPLES = re.compile(r"\bchoose_queries\(|\bis_sampled\(")
LINE = re.compile(r"\./tutorial explain (\w+)(?: [^`\n]*?)? --line (\d+)")


def pages(tree: Path) -> list[Path]:
    return sorted(page for pattern in ("*.md", "docs/pages/*.md", "ch[0-9]*/**/*.md") for page in tree.glob(pattern))


def samples(tree: Path) -> list[str]:
    faults = []
    headers = [path for path in sorted(tree.glob("ch[0-9]*/**/*.hpp"))
               if "tests" not in path.parts and SAMPLES.search(path.read_text(encoding="utf-8"))]
    for header in headers:
        page = header.parent / "README.md"
        if not re.search(r"\bsampled?\b", page.read_text(encoding="utf-8") if page.is_file() else ""):
            faults.append(f"{page.relative_to(tree)}: {header.name} checks a sample, and the page does not say so")
    ladder = tree / "docs/pages/ladder.md"
    if headers and "random sample" not in ladder.read_text(encoding="utf-8"):
        faults.append(f"{ladder.relative_to(tree)}: some programs check a sample, and the page does not say so")
    return faults


def lines(tree: Path) -> list[str]:
    faults = []
    for page in pages(tree):
        for name, number in LINE.findall(page.read_text(encoding="utf-8")):
            for source in tree.glob(f"ch[0-9]*/**/[0-9]*_{name}.cu"):
                code = source.read_text(encoding="utf-8").splitlines()
                if int(number) > len(code):
                    faults.append(f"{page.relative_to(tree)}: {source.name} has no line {number}")
                elif "[" not in code[int(number) - 1]:
                    faults.append(f"{page.relative_to(tree)}: line {number} of {source.name} accesses nothing")
    return faults


def ceilings(tree: Path) -> list[str]:
    faults = []
    for file in sorted(tree.glob("docs/results/*/bench.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        for row in data["rows"]:
            if (row.get("ceiling_fraction") or 0) <= 1.05 or re.fullmatch(r"\d+ steps per pass", row["variant"]):
                continue
            steps = re.search(r", (\d+) steps", row["size"])
            moved = row["throughput"] * 1e9 * row["median_s"] / (int(steps[1]) if steps else 1)
            if row["unit"] != "GB/s" or moved > data["about"]["l2_bytes"]:
                faults.append(f"{file.relative_to(tree)}: {row['program']}, {row['variant']}, {row['size']}: above the ceiling '{row['ceiling']}'")
    return faults


def bands(tree: Path) -> list[str]:
    claims = json.loads((tree / "docs/claims/claims.json").read_text(encoding="utf-8"))
    return [f"docs/claims/claims.json: {claim['id']} has bounds of its own"
            for claim in claims for figure in claim["figures"] if "of" in figure and {"holds", "partly"} & set(figure)]


def main() -> int:
    tree = Path(sys.argv[1])
    faults = samples(tree) + lines(tree) + ceilings(tree) + bands(tree)
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
