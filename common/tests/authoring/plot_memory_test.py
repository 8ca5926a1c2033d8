"""The figures of the memory ladder show what docs/results holds; the script that draws them notices if not."""

import copy
import shutil
import unittest

import plot_memory
from cases import FolderCase
from tree import Fault

VARIANTS = ["registers", "shared memory", "L1 cache of 256 KiB, 32 KiB read", "L2 cache of 4 MiB, 2 MiB read", "host memory over the bus, 8 MiB",
            "global memory, 64 KiB", "global memory, 1 MiB", "global memory, 8 MiB"]
ROWS = [{"program": program, "variant": variant, "throughput": number + 1.0, "device": "GPU"}
        for program in ("memory_latency", "memory_bandwidth") for number, variant in enumerate(VARIANTS)]


class Sizes(FolderCase):
    def test_a_size_is_read(self):
        self.assertEqual([plot_memory.in_bytes(text) for text in ("7 B", "64 KiB", "1 MiB", "2 GiB")], [7, 65536, 2**20, 2**31])

    def test_rows_without_times_are_a_fault(self):
        rows = [{**row, "throughput": None} for row in ROWS]
        self.assertRaisesRegex(Fault, "no times", plot_memory.figure, rows, "memory_latency", "ns", "title", 360)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Figures(FolderCase):
    def test_a_figure_shows_each_memory(self):
        text = plot_memory.figure(ROWS, "memory_latency", "ns", "title", 360)
        for word in ("L1: 256 KiB", "L2: 4 MiB", "registers", "shared memory", "host memory over the bus", "currentColor",
                     "prefers-color-scheme: dark"):
            self.assertIn(word, text)
        self.assertNotIn("black", text)

    def test_other_data_give_another_figure(self):
        changed = copy.deepcopy(ROWS)
        changed[6]["throughput"] = 99.0
        figures = [plot_memory.figure(rows, "memory_latency", "ns", "title", 360) for rows in (ROWS, changed)]
        self.assertNotEqual(*figures)
