"""What a script makes: written, or with --check held against what is there."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import blocks
from tree import ROOT, Fault


def differences(old: str, new: str, name: str) -> str:
    return "".join(difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), name, "made anew"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


class Work:
    """Files and blocks of pages that a script generates; `finish` returns the script's exit status."""

    def __init__(self, check: bool):
        self.check = check
        self.stale: list[str] = []

    def _differs(self, old: str, new: str, name: str) -> None:
        if old != new:
            self.stale.append(name)
            sys.stdout.write(differences(old, new, name))

    def file(self, path: Path, text: str) -> None:
        if self.check:
            self._differs(path.read_text(encoding="utf-8") if path.exists() else "", text, name_of(path))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def block(self, page: Path, name: str, text: str) -> None:
        whole = page.read_text(encoding="utf-8")
        try:
            old = blocks.block(whole, name)
        except ValueError:
            raise Fault(f"no marker '{name}' in {page}") from None
        if self.check:
            self._differs(old, text, f"{name_of(page)}: {name}")
        elif old != text:
            page.write_text(blocks.replaced(whole, name, text), encoding="utf-8")

    def complain(self, text: str) -> None:
        """Reports a fault that no script can fix."""
        self.stale.append(text)
        print(text)

    def finish(self, command: str) -> int:
        if self.stale and self.check:
            print(f"out of date: {command} regenerates it", file=sys.stderr)
        return 1 if self.stale else 0
