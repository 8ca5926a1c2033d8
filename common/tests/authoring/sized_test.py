"""Tables over sizes, with the book's beside ours; and long ones fold."""

import json

import counted
import predictions
import sized
from cases import TreeCase
from tree import Fault


def row(program, variant, rate, size, arguments="", **more):
    return {"program": program, "variant": variant, "size": size, "type": "float", "device": "GPU", "arguments": arguments, "peer": False,
            "median_s": 1 / rate, "throughput": rate, "unit": "GB/s", "ceiling": "copy", "ceiling_fraction": 0.5, "verified": True, **more}


class Sized(TreeCase):
    def setUp(self):
        super().setUp()
        predictions.rows_of.cache_clear()
        rows = [row("turn", "a", 10.0, "8"), row("turn", "b", 20.0, "8"), row("swap", "s", 30.0, "8"), row("copy", "c", 90.0, "8"),
                row("turn", "a", 40.0, "16", "--n 16"), row("turn", "a", 5.0, "8", "--data odd"), row("turn", "wrong", 99.0, "8", verified=False),
                row("swap", "lib", 29.0, "8", peer=True), row("swap", "lib", 80.0, "16", "--n 16", peer=True),
                row("swap", "e", 1.0, "8, end to end")]
        runs = [{"program": each["program"], "arguments": each["arguments"], "step": each["arguments"] != "--data odd"} for each in rows]
        runs.append({"program": "swap", "arguments": "--data odd", "step": False, "refused": "too odd"})
        self.write("docs/results/nvidia-h200/bench.json", json.dumps({
            "about": {"device": "GPU"}, "runs": runs, "rows": rows,
            "ladders": [{"chapter": "ch08", "ladder": "turn", "programs": ["copy", "turn", "swap"]}]}))
        for number, name in enumerate(("copy", "turn", "swap"), 1):
            self.write(f"ch08/{number:02}_{name}.cu", "")
        self.write("ch08/CMakeLists.txt", "tutorial_program(01_copy.cu ROLE ceiling)\ntutorial_program(02_turn.cu ROLE naive)\n")
        self.page = self.write("ch08/README.md", "")

    def test_each_program_has_its_fastest_right_variant_and_a_peer_stands_against_the_fastest_rung(self):
        self.assertEqual(sized.sizes(self.page, ["turn"]).splitlines()[2:], [
            "| program | 8 | 16 |", "| --- | ---: | ---: |", "| copy | 90 | - |", "| turn | 20 | 40 |", "| swap | 30 | - |",
            "| lib (peer) | 29 | 80 |", "| fastest of ours : lib | 1.03x, a tie | 0.50x |"])

    def test_shapes_are_no_steps_in_size_and_a_refusal_is_said(self):
        self.assertEqual(sized.sizes(self.page, ["turn", "shapes"]).splitlines()[2:],
                         ["| program | 8, odd |", "| --- | ---: |", "| copy | - |", "| turn | 5 |", "| swap | refused |"])

    def test_a_page_of_what_is_further_has_the_whole_ladder_another_its_own_programs(self):
        further = self.write("ch08/further/README.md", "")
        self.assertEqual(sized.programs_shown(further, ["turn", "swap"]), ["turn", "swap"])
        part = self.write("ch08/part/README.md", "")
        self.assertEqual(sized.programs_shown(part, ["turn", "swap"]), [])

    def test_what_is_not_there_is_a_fault(self):
        for names in (["turns"], ["turn", "size"]):
            self.assertRaises(Fault, sized.sizes, self.page, names)

    def test_the_books_table_has_its_own_ratios_and_ours_are_divided(self):
        self.write("ch08/04_function_reduce_table.cu", "constexpr BookRow book_table[] = {\n    {10'000, 0.00002, 0.00001, 0.0001, 5.1, 9.9},\n};\n")
        self.write("docs/results/nvidia-h200/bench.json", json.dumps({"about": {"device": "GPU"}, "runs": [], "ladders": [], "rows": [
            row("function_reduce_table", "no prefetch", 50000.0, "10 K"), row("function_reduce_table", "Thrust", 25000.0, "10 K", peer=True)]}))
        self.assertEqual(sized.book(self.page, ["6.1"]).splitlines()[4:], [
            "| 10 K | Tesla C2070 (the book) | 20 | 10 | 100 | 5.1 | 9.9 |", "|  | H200 | 20 | not measured | 40 | 2.0 | - |",
            "|  | H100 | not measured | not measured | not measured | - | - |"])


class Folded(TreeCase):
    def test_a_long_table_opens_on_request(self):
        def table(title, rows):
            return f"**{title}**\n\n| a |\n| --- |\n" + "| 1 |\n" * rows + "\n"

        self.assertEqual(counted.folded("Measured.\n\n" + table("one", 24) + table("two", 12)),
                         "Measured.\n\n" + table("one", 24) + table("two", 12)[:-1])
        self.assertIn("<summary>two: 13 rows</summary>\n\n| a |", counted.folded(table("one", 3) + table("two", 13)))
        self.assertIn("| 1 |\n\n</details>\n", counted.folded(table("one", 25)))
