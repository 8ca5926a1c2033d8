"""The exercises: what exercise.json says, and the order in which learners take them, which is that of the CMakeLists.txt."""

from __future__ import annotations

import json
import re
from pathlib import Path


def read(folder: Path) -> dict:
    return json.loads((folder / "exercise.json").read_text(encoding="utf-8"))


def _declared(folder: Path, function: str) -> list[str]:
    file = folder / "CMakeLists.txt"
    return re.findall(rf"^{function}\(([\w/]+)", file.read_text(encoding="utf-8"), re.MULTILINE) if file.is_file() else []


def below(folder: Path) -> list[Path]:
    """A folder's own exercises, then those of its parts, in reading order."""
    own = [folder / "exercises" / name for name in _declared(folder / "exercises", "tutorial_exercise")]
    found = [each for each in own if (each / "exercise.json").is_file()]
    for part in _declared(folder, "add_subdirectory"):
        if part != "exercises":
            found += below(folder / part)
    return found
