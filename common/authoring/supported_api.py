#!/usr/bin/env python3
"""Lists what the simulator supports of CUDA and what it refuses, out of its headers as a compiler sees them, on docs/pages/supported.md.

common/authoring/supported_api.py           writes
common/authoring/supported_api.py --check   exit code 1 and the differences if the page is out of date

PAGE: another page. CXX: the compiler that preprocesses.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from options import only_check
from tree import ROOT, Fault, run_main
from work import Work

INCLUDED = ["cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_profiler_api.h", "nvtx3/nvToolsExt.h"]
SECTIONS = {
    "The runtime, for the host": "api.hpp api_overloads.hpp graph.hpp error.hpp properties.hpp driver_types.hpp launch.hpp launch_ex.hpp "
                                 "nvToolsExt.h cuda_profiler_api.h",
    "Textures and surfaces, in kernels": "textures.hpp",
    "Barriers, fences and warps": "sync.hpp warp.hpp shared.hpp site.hpp",
    "Atomics": "atomics.hpp",
    "Integers, loads and stores": "intrinsics.hpp load_store.hpp simd.hpp dpx.hpp builtins.hpp ptx.hpp",
    "Floating point": "math.hpp rounding.hpp",
    "`half`, `__nv_bfloat16` and the 8-bit `__nv_fp8_e4m3` and `__nv_fp8_e5m2`": "half.hpp bf16.hpp small_float.hpp fp8.hpp",
    "Vector types": "types.hpp",
}

ATTRIBUTE = re.compile(r"(__attribute__|__declspec__|alignas|noexcept|decltype) *\(\([^)]*\)\)|(alignas|noexcept|decltype) *\([^)]*\)")
NO_FUNCTION = re.compile(r"^[ \t]*(typedef|using|static_assert|struct|class|enum|union|namespace)[ \t(]|operator|^[^(]*=")
REFUSAL = re.compile(r'::cudasim::refuse\("(\w*)", *("[^"]*"(?: *"[^"]*")*)')


def preprocessed() -> str:
    program = "".join(f"#include <{header}>\n" for header in INCLUDED)
    command = [os.environ.get("CXX") or "g++", "-std=gnu++20", "-E", "-x", "c++", "-I", str(ROOT / "common/sim/include"), "-"]
    done = subprocess.run(command, input=program, capture_output=True, text=True)
    if done.returncode != 0:
        raise Fault(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def declared(text: str) -> str | None:
    """The function that a declaration declares: the first name before a parenthesis."""
    text = ATTRIBUTE.sub("", text)
    if NO_FUNCTION.search(text):
        return None
    name = re.search(r"([A-Za-z_]\w*)[ \t]*\(", text)
    if not name:
        return None
    before = text[:name.start()]
    return name[1] if re.search(r"[\w>&*][ \t&*]*$", before) and not re.search(r"::[ \t]*$", before) else None


def declarations(source: str) -> Iterator[tuple[str, str]]:
    """Header and name of each function that the simulator's headers declare outside of namespaces, or as a friend."""
    header, text, ours = "", "", False
    stack: list[bool] = []  # of open braces, those that are no extern "C"
    for line in source.splitlines():
        marker = re.match(r'# [0-9]+ "(.*)"', line)
        if marker:
            ours, header = "/common/sim/include/" in marker[1], marker[1].rsplit("/", 1)[-1]
            continue
        if not ours:
            continue
        *pieces, rest = re.split(r"([{};])", line)
        for piece, mark in zip(pieces[::2], pieces[1::2]):
            text += piece
            transparent = mark == "{" and re.search(r'extern "C"[ \t]*$', text) is not None
            outside = not any(stack)
            if (mark == "{" and not transparent and (outside or re.match(r"[ \t]*friend ", text))) or (mark == ";" and outside):
                name = declared(text)
                if name:
                    yield header, name
            if mark == "{":
                stack.append(not transparent)
            elif mark == "}" and stack:
                stack.pop()
            text = ""
        text += rest + " "


def refusals(source: str) -> dict[str, str]:
    """The functions that the simulator refuses, with the reason."""
    found = [(name, "".join(re.findall(r'"([^"]*)"', reason))) for name, reason in REFUSAL.findall(source)]
    return dict(sorted(set(found)))


def code(names) -> str:
    return ", ".join(f"`{name}`" for name in names)


def supported_text(source: str, refused: dict[str, str]) -> str:
    known = {(header, name) for header, name in declarations(source) if name not in refused and not name.lower().startswith("cudasim")}
    parts = []
    for title, headers in SECTIONS.items():
        names = sorted({name for header, name in known if header in headers.split()})
        parts.append(f"### {title}\n\n{code(names)}\n")
    return "\n".join(parts)


def refused_text(refused: dict[str, str]) -> str:
    reasons: dict[str, list[str]] = {}
    for name, reason in refused.items():
        reasons.setdefault(reason, []).append(name)
    return "| why | functions |\n| --- | --- |\n" + "".join(f"| {reason} | {code(names)} |\n" for reason, names in reasons.items())


def main() -> int:
    work = Work(only_check(__doc__))
    page = Path(os.environ.get("PAGE") or ROOT / "docs/pages/supported.md")
    source = preprocessed()
    refused = refusals(source)
    work.block(page, "supported", supported_text(source, refused))
    work.block(page, "refusals", refused_text(refused))
    return work.finish("common/authoring/supported_api.py")


if __name__ == "__main__":
    run_main(main)
