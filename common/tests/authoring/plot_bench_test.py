"""The figures of what `bench` has measured: which there are, what they show, and that the script notices when they are out of date."""

import copy
import json
import re
import shutil
import unittest

import measured
import plot_bench
import roofline
from cases import FolderCase, silent
from tree import Fault
from work import Work


def row(program, variant, n, rate, **more):
    return {"chapter": "ch01_one", "program": program, "variant": variant, "size": str(int(n)), "type": "float", "backend": "cuda",
            "device": "GPU", "arguments": "", "median_s": n / rate / 1e9, "spread": 0.01, "throughput": rate, "unit": "GB/s",
            "ceiling_fraction": rate / 4000, "ceiling": "read", "verified": True, **more}


# Two ladders: one in GB/s at three sizes, with a slower variant, a peer, end-to-end rows, a wrong row and a run that is no step in size;
# one in TFLOP/s at one size.
BENCH = {
    "about": {"device": "GPU", "date": "2026-01-02", "l1_bytes": 262144, "l2_bytes": 62914560}, "complete": True,
    "ladders": [{"chapter": "ch01_one", "ladder": "sum", "programs": ["naive_sum", "fast_sum"], "bytes": "w", "operations": "w / 4"},
                {"chapter": "ch01_one", "ladder": "mul/further", "programs": ["mul"], "bytes": "12 * (w / 2) ** (2. / 3)", "operations": "w"}],
    "runs": [{"program": "fast_sum", "arguments": "--data odd", "step": False}],
    "rows": [row("naive_sum", "plain", 4e8, 800), row("naive_sum", "plain", 4e6, 400, arguments="--n 1"),
             row("naive_sum", "plain", 4e4, 10, arguments="--n 2"), row("fast_sum", "narrow", 4e8, 1700),
             row("fast_sum", "it's wide", 4e8, 3500), row("fast_sum", "it's wide", 4e4, 20, arguments="--n 2"),
             row("fast_sum", "broken", 4e8, 9000, verified=False), row("fast_sum", "a library", 4e8, 3000, peer=True),
             row("fast_sum", "odd one", 4e12, 3600, arguments="--data odd"), row("fast_sum", "double", 4e8, 3700, type="double"),
             row("fast_sum", "kept", 4e8, 3100, size="1, end to end"),
             row("fast_sum", "kept", 4e4, 3, size="2, end to end", arguments="--n 2"),
             row("mul", "tiles", 1e11, 10, unit="TFLOP/s", median_s=0.01, ceiling_fraction=0.2, ceiling="fma")],
}


class Rows(FolderCase):
    def test_a_panel_has_few_lines_and_no_line_is_left_out(self):
        for count in (1, 3, 4, 11):
            panels = plot_bench.panels_of([[number] for number in range(count)])
            self.assertTrue(all(1 <= len(panel) <= 3 for panel in panels))  # and the ceiling
            self.assertEqual([line[0] for panel in panels for line in panel], list(range(count)))

    def test_the_best_variant_is_a_programs_line(self):
        ladder = measured.ladders_in(BENCH)[0]
        self.assertEqual([[each.variant for each in line] for line in ladder.sizes],
                         [["plain"] * 3, ["it's wide"] * 2, ["a library"]])
        self.assertEqual([row.variant for row in ladder.bars], ["plain", "narrow", "it's wide", "a library"])

    def test_tics_are_round_and_few(self):
        self.assertEqual([plot_bench.step_of(most, 5) for most in (1, 10, 11, 4900, 9560)], [0.2, 2, 5, 1000, 2000])
        self.assertEqual(plot_bench.step_of(9560, 8), 2000)

    def test_an_expression_that_is_a_program_is_refused(self):
        data = copy.deepcopy(BENCH)
        data["ladders"][0]["operations"] = "system(1)"
        self.assertRaisesRegex(Fault, "no expression over w", measured.ladders_in, data)

    def test_a_roofs_points_say_what_they_are(self):
        data = copy.deepcopy(BENCH)
        sums, product = measured.ladders_in(data)
        self.assertAlmostEqual(roofline.intensity(sums), 0.25)
        self.assertEqual(roofline.lowest(sums)[0].variant, "plain")
        self.assertEqual(roofline.above_the_roof(sums.bars + product.bars), "")
        data["rows"] += [row("mul", "halves", 1e11, 40, unit="TFLOP/s", median_s=0.0025, ceiling_fraction=None),
                         row("naive_sum", "in one pass", 4e8, 5000)]
        sums, product = measured.ladders_in(data)
        self.assertEqual([len(roofline.rows_of(product, kind)) for kind in ("ours", "tensor", "peers")], [1, 1, 0])
        self.assertIn("tensor cores", roofline.above_the_roof(product.bars))
        self.assertIn("several steps in one pass", roofline.above_the_roof(sums.bars))

    def test_names_on_a_roof_do_not_stand_on_each_other(self):
        sums, product = measured.ladders_in(BENCH)
        self.assertEqual(roofline.side_of(sums, [sums, product], False), "center offset 0,-0.8")  # nothing is below
        above = copy.deepcopy(sums)
        above.name, above.bars = "above", [each for each in above.bars if each.variant == "it's wide"]
        self.assertEqual(roofline.side_of(above, [sums, above], False), "left offset 1,0")
        above.operations = "w / 5"
        self.assertEqual(roofline.side_of(above, [sums, above], False), "right offset -1,0")

    def test_what_bench_has_not_written_is_refused(self):
        self.assertRaisesRegex(Fault, "no file that", measured.read, self.write("a.json", "[]"))
        self.assertRaisesRegex(Fault, "there is no file", measured.read, self.folder / "b.json")

    def test_older_rows_of_other_programs_are_added(self):
        self.write("device/bench.json", json.dumps({**BENCH, "runs": [{"program": "mul", "arguments": "", "step": True}]}))
        older = [{**row("last", "cub::Sum", 1e8, 5)}, {**row("mul", "old", 1e8, 5)}]
        for each in older:
            del each["arguments"]
        self.write("device/ladders.json", json.dumps(older))
        rows = measured.of_device(self.folder / "device")["rows"]
        self.assertEqual([(each["program"], each["peer"]) for each in rows[len(BENCH["rows"]):]], [("last", True)])


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Figures(FolderCase):
    def draw(self, data, check):
        work = Work(check)
        _, said = silent(plot_bench.draw, work, data, self.folder)
        return bool(work.stale), said

    def test_figures_show_what_counts(self):
        self.draw(BENCH, check=False)
        figures = {path.stem: path.read_text(encoding="utf-8") for path in self.folder.glob("*.svg")}
        names = ["ch01_one-roofline", "mul-further-bars", "sum-bars", "sum-end-to-end", "sum-size"]
        self.assertEqual(sorted(figures), sorted(names + [f"{name}-narrow" for name in names]))
        shown = {"sum-size": ["naive_sum", "fast_sum", "a library", "ceiling", "L1: 256 KiB", "L2: 60 MiB", "GB/s"],
                 "sum-bars": ["naive_sum: plain", "fast_sum: narrow", "s wide", "fast_sum: a library", "ceiling (read)", "3500"],
                 "sum-end-to-end": ["microseconds", "fast_sum"],
                 "ch01_one-roofline": ["4000 GB/s", "50 T operations/s", "sum", "mul/further"]}
        hidden = {"sum-bars": ["broken", "double", "odd one", "kept"], "sum-size": ["narrow", "64 GiB"]}  # 64 GiB: where the odd one would be
        for name, words in shown.items():
            for word in words:
                self.assertIn(word, figures[name], name)
        for name, words in hidden.items():
            for word in words:
                self.assertNotIn(word, figures[name], name)
        for name, text in figures.items():
            self.assertIn("prefers-color-scheme: dark", text, name)
            self.assertIn("<desc>GPU, 2026-01-02: ", text, name)  # the caption names the device
            self.assertIn(f'viewBox="0 0 {360 if name.endswith("-narrow") else 720} ', text, name)
            self.assertNotIn("black", text, f"{name} has black lines, which nobody sees on a dark page")

    def test_a_name_stands_clear_of_the_bar_above_it(self):
        self.draw(BENCH, check=False)
        figure = (self.folder / "sum-bars.svg").read_text(encoding="utf-8")
        places = [float(re.search(rf"translate\([\d.]+,([\d.]+)\)[^>]*>\s*<text>[^<]*{name}<", figure)[1])
                  for name in ("sum: plain", "narrow", "wide", "a library")]
        self.assertTrue(all(34 < below - above < 36 for above, below in zip(places, places[1:])), places)  # 17 for the name, 18 for the bar

    def test_what_is_out_of_date_is_noticed(self):
        self.draw(BENCH, check=False)
        self.assertEqual(self.draw(BENCH, check=True), (False, ""))
        changed = copy.deepcopy(BENCH)
        for each in changed["rows"]:
            each["throughput"] = 3400 if each["throughput"] == 3500 else each["throughput"]
        stale, said = self.draw(changed, check=True)
        self.assertTrue(stale)
        self.assertIn("sum-bars.svg is out of date", said)
        (self.folder / "sum-size.svg").unlink()
        stale, said = self.draw(BENCH, check=True)
        self.assertIn("sum-size.svg is out of date: it is not there", said)

    def test_another_gnuplots_work_cannot_be_told(self):
        self.draw(BENCH, check=False)
        figure = self.folder / "sum-bars.svg"
        figure.write_text(figure.read_text(encoding="utf-8").replace("GNUPLOT ", "GNUPLOT 1"), encoding="utf-8")
        with self.assertRaises(Fault) as caught:
            self.draw(BENCH, check=True)
        self.assertEqual(caught.exception.status, 77)
