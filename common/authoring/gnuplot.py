"""Figures drawn by gnuplot: one look for all, readable on light and on dark pages."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

from svg import LIGHT_AND_DARK
from tree import Fault
from work import Work, name_of

COLOURS = ["#1f78b4", "#1b9e77", "#7570b3", "#e7298a", "#66a61e", "#a6761d", "#17a2b8", "#e31a1c", "#9e9ac8", "#5aae61", "#808080"]
SPECIAL = "#d95f02"  # ceilings, peers, and other rows that are no rung
CANNOT_TELL = 77
WIDE, NARROW = 720, 360  # pixels: next to text, and on a phone


def need(check: bool) -> None:
    if shutil.which("gnuplot") is None:
        raise Fault("gnuplot is not installed (Debian: gnuplot-nox)", CANNOT_TELL if check else 1)


def version() -> str:
    """The installed gnuplot, "5.4 patchlevel 4"; other versions place text and lines slightly differently."""
    said = subprocess.run(["gnuplot", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return said.strip().replace("gnuplot ", "", 1)


def quoted(text: str) -> str:
    """Quoted as a gnuplot string."""
    return "'" + text.replace("'", "''") + "'"


def table(rows) -> str:
    """A data file: columns separated by tabs."""
    return "".join("\t".join(re.sub(r"[\t\n]", " ", str(field)) for field in row) + "\n" for row in rows)


def terminal(size: str, more: str = "") -> list[str]:
    return [f"set terminal svg size {size} dynamic font 'sans-serif,13'{more}", "set output 'figure.svg'"]


def drawn(title: str, caption: str, commands: list[str], data: dict[str, str]) -> str:
    """The figure that the commands draw from the data files; the caption stands below it on the site, and says which device it is. Black
    follows the page: dark on light, light on dark."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in data.items():
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "commands").write_text("\n".join(commands) + "\n", encoding="utf-8")
        done = subprocess.run(["gnuplot", "commands"], cwd=folder, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Fault(f"gnuplot: {done.stderr.strip()}")
        figure = (folder / "figure.svg").read_text(encoding="utf-8")
    style = f"<style>{' '.join(LIGHT_AND_DARK)}</style>"
    figure = re.sub(r"<desc>(.*?)</desc>", r"<!-- \1-->", figure, count=1)  # "Produced by …"
    figure = figure.replace("<title>Gnuplot</title>", f"<title>{escape(title)}</title>\n<desc>{escape(caption)}</desc>{style}")
    return re.sub(r"color:black; *", "", re.sub(r"['\"]black['\"]", "'currentColor'", figure))


def publish(work: Work, path: Path, figure: str) -> None:
    """Writes a figure; when checking, one drawn by another version of gnuplot cannot be compared."""
    if work.check and path.exists():
        old = path.read_text(encoding="utf-8")
        if f"GNUPLOT {version()} " not in old:
            raise Fault(f"{path} is another gnuplot's work; this one is {version()}", CANNOT_TELL)
        if old != figure:  # lines of coordinates mean nothing to readers
            work.complain(f"{name_of(path)} is out of date")
        return
    work.file(path, figure) if not work.check else work.complain(f"{name_of(path)} is out of date: it is not there")
