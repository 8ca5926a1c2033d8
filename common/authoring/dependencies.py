"""The block `dependencies`: what the tutorial is built with, in which versions, under whose licence. Names and licences stand in
dependencies.json; versions are read from common/cmake, packages from common/setup, and neither may have one that is not listed."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tree import ROOT, Fault

DECLARED = re.compile(r"FetchContent_Declare\((\w+) URL \S*?/v?([0-9.]+)\.tar\.gz"
                      r"(?:\s+DOWNLOAD_EXTRACT_TIMESTAMP OFF)?(?: FIND_PACKAGE_ARGS ([0-9.]+))?")
FOUND = re.compile(r"find_package\((Boost|doctest) ([0-9.]+)")


def versions(cmake: str) -> tuple[dict, dict]:
    """For each package that CMake needs: the minimum version, and the one that is fetched if there is no package."""
    fetched = {name: version for name, version, _ in DECLARED.findall(cmake)}
    least = {name: version for name, _, version in DECLARED.findall(cmake) if version}
    return {**least, **dict(FOUND.findall(cmake))}, fetched


def packages(script: str) -> set[str]:
    """The packages that the script installs."""
    probed = re.findall(r"^(?:needed|optional) (\S+)$", script, re.MULTILINE)
    assigned = re.findall(r'\b(?:needed|optional)=(?:"([^"]*)"|([^\s;"]+))', re.sub(r"\$\{\w+:\+ \}", " ", script))
    named = {word for texts in assigned for word in " ".join(texts).split() if re.fullmatch(r"[a-z][a-z0-9+.-]*[a-z0-9+]", word)}
    tools = {word for text in re.findall(r"for tool in ([a-z0-9 ]+);", script) for word in text.split()}
    return {name for name in set(probed) | named | tools if name != "g++-12"}


def table(known: list[dict], cmake: str, script: str) -> str:
    least, fetched = versions(cmake)
    for missing in sorted(packages(script) - {entry["package"] for entry in known}):
        raise Fault(f"common/setup installs {missing}, which common/authoring/dependencies.json does not list")
    for missing in sorted(set(fetched) - {entry.get("cmake") for entry in known}):
        raise Fault(f"common/cmake fetches {missing}, which common/authoring/dependencies.json does not list")
    minimum = re.search(r"cmake_minimum_required\(VERSION ([0-9.]+)\)", cmake)
    text = "| what | license | for | from version | else fetched | Debian's package |\n| --- | --- | --- | --- | --- | --- |\n"
    for entry in known:
        wanted = entry.get("from") or least.get(entry.get("cmake"), "any")
        if entry["name"] == "CMake" and minimum:
            wanted = minimum[1]
        package = f"`{entry['package']}`" if entry["package"] else ""
        text += f"| {entry['name']} | {entry['licence']} | {entry['for']} | {wanted} | {fetched.get(entry.get('cmake'), '')} | {package} |\n"
    return text


def block(page: Path, names: list[str]) -> str:
    read = [(ROOT / name).read_text(encoding="utf-8") for name in
            ("common/authoring/dependencies.json", "CMakeLists.txt", "common/cmake/dependencies.cmake", "common/tests/CMakeLists.txt",
             "common/setup/packages.sh")]
    return table(json.loads(read[0]), "\n".join(read[1:4]), read[4])
