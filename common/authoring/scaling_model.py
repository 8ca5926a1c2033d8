"""What many GPUs would do: a model of one GPU's measured times and of assumed links, from docs/results/scaling_model.json."""

from __future__ import annotations

import json
import math
from pathlib import Path

from tree import RESULTS, Fault


def rounds(ranks: int) -> int:
    """How often messages follow each other if all ranks hear from all."""
    return math.ceil(math.log2(ranks)) if ranks > 1 else 0


class Model:
    """Times on several ranks, computed from the times on one."""

    def __init__(self, assumed: dict, of: dict, one: dict[str, float]):
        self.assumed = {name: each["value"] for name, each in assumed.items()}
        self.of = of  # the works: what travels
        self.one = one  # seconds on one rank

    @classmethod
    def recorded(cls, constants: dict, rows: list[dict]) -> Model:
        """For the rows that scaling_model.json names."""
        of = constants["measured"]
        return cls(constants["assumed"], of, {name: cls.median(rows, each) for name, each in of.items()})

    @staticmethod
    def median(rows: list[dict], wanted: dict) -> float:
        for row in rows:
            if all(row.get(key) == wanted[key] for key in ("program", "variant", "size")) and row.get("verified") is True:
                return row["median_s"]
        raise Fault(f"scaling_model.json: no measured row of {wanted['program']}, {wanted['variant']}, {wanted['size']}")

    def link(self, ranks: int) -> tuple[float, float]:
        """Bytes per second, and seconds per message, of the slowest link among that many ranks."""
        where = "in_host" if ranks <= self.assumed["gpus_of_a_host"] else "between_hosts"
        return self.assumed[f"link_{where}"], self.assumed[f"message_{where}"]

    def sum(self, ranks: int, strong: bool) -> float:
        return self.one["sum"] / (ranks if strong else 1) + rounds(ranks) * self.link(ranks)[1]

    def plate(self, ranks: int, strong: bool) -> float:
        """The halo is sent while the interior is computed: the longer one counts. With weak scaling each rank has as many rows as one GPU had."""
        if ranks == 1:
            return self.one["plate"]
        rate, message = self.link(ranks)
        steps = self.of["plate"]["steps"]
        halo = message + 2 * self.of["plate"]["row_bytes"] / rate
        return steps * max(self.one["plate"] / steps / (ranks if strong else 1), halo)

    def nearest(self, ranks: int, strong: bool) -> float:
        """With weak scaling each rank has as many pairs as one GPU had: the points grow with the root of the ranks."""
        rate, message = self.link(ranks)
        size = self.of["nearest"]["bytes"] * (1 if strong else math.sqrt(ranks))
        return self.one["nearest"] / (ranks if strong else 1) + rounds(ranks) * message + size * (ranks - 1) / ranks / rate


def table(constants: dict, rows: list[dict]) -> str:
    model = Model.recorded(constants, rows)
    counts = constants["ranks"]
    lines = ["| work | scaling | 1 GPU, measured | " + " | ".join(f"{n} GPUs, model" for n in counts) + " |",
             "| --- | --- | ---: |" + " ---: |" * len(counts)]
    for name, time in (("sum", model.sum), ("plate", model.plate), ("nearest", model.nearest)):
        for strong in (True, False):
            cells = []
            for n in counts:
                seconds = time(n, strong)
                gain = model.one[name] / seconds
                cells.append(f"{seconds * 1e3:.3g} ms, " + (f"{gain:.3g} x" if strong else f"{100 * gain:.3g} % of ideal"))
            lines.append(f"| {name}, {model.of[name]['size']}{'' if strong else ' a GPU'} | {'strong' if strong else 'weak'} | "
                         f"{model.one[name] * 1e3:.3g} ms | {' | '.join(cells)} |")
    lines += ["", "| constant | value | where it is from |", "| --- | ---: | --- |"]
    lines += [f"| {name.replace('_', ' ')} | {each['value']:g} {each['unit']} | {each['why']} |" for name, each in constants["assumed"].items()]
    return "\n".join(lines) + "\n"


def block(page: Path, names: list[str]) -> str:
    """The model's table, and its constants."""
    folder = RESULTS.parent
    constants = json.loads((folder / "scaling_model.json").read_text(encoding="utf-8"))
    measured = json.loads((folder / constants["device"] / "bench.json").read_text(encoding="utf-8"))
    return table(constants, measured["rows"])
