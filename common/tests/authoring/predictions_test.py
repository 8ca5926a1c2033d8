"""What heads of programs predict is read, held against results, and a miss wants its reason."""

import json

import predictions
from cases import TreeCase
from predictions import Who
from tree import Fault


def row(program, variant, seconds, size="8 x 8", arguments="", **more):
    return {"program": program, "variant": variant, "size": size, "type": "float", "device": "GPU", "arguments": arguments, "peer": False,
            "median_s": seconds, "throughput": 1 / seconds, "unit": "GB/s", "ceiling": "copy", "ceiling_fraction": 0.5, "verified": True, **more}


def head_with(*lines):
    """A head with these items: predictions in the field Expect, after its text, the rest in Measured."""
    fields = {"Expect": ["as fast."], "Measured": []}
    field = "Expect"
    for line in lines:
        if line.startswith("- ") or not line.startswith(" "):
            item = " ".join(lines[lines.index(line):]).split(" - ")[0]
            field = "Measured" if "(with measuring)" in item or "(after measuring)" in item else "Expect"
        fields[field].append(line)
    return ["// turn: how?", *(f"// {name if number == 0 else '':8} {line}" for name, said in fields.items() for number, line in enumerate(said))]


class Heads(TreeCase):
    def read(self, *lines):
        return predictions.of(self.write("ch08/01_turn.cu", "\n".join([*head_with(*lines), "// Run      - not this", "int main;"])))

    def test_an_item_is_a_sentence_and_may_go_on_in_the_next_line(self):
        tie, range_ = self.read('- "a, 32 x 8" is as fast as', '  slow "b" (before measuring).',
                                "- At 2 x 2, it is 1.5 to 2 times as fast as slow (with measuring). Why: so.")
        self.assertEqual((tie.subject, tie.object, tie.low, tie.high, tie.written, tie.why),
                         (Who("turn", "a, 32 x 8"), Who("slow", "b"), 0.95, 1.05, "before", None))
        self.assertEqual((range_.size, range_.subject, range_.low, range_.high, range_.written, range_.why),
                         ("2 x 2", Who("turn", None), 1.5, 2, "with", "so."))

    def test_figures_of_one_program(self):
        share, time, more = self.read("- It reaches 80 to 95.5 % of the ceiling (after measuring).", "- It takes 3 to 4 us (after measuring).",
                                      '- It is at least 2 times as fast as "b" (after measuring).')
        self.assertEqual((share.unit, share.low, share.high, share.object), ("%", 80, 95.5, None))
        self.assertEqual((time.unit, time.low, time.high), ("us", 3, 4))
        self.assertEqual((more.low, more.high), (2, float("inf")))

    def test_what_cannot_be_read_is_a_fault(self):
        for line in ("- It is fast (before measuring).", "- It is about 2 times as fast as slow (after measuring).",
                     "it is as fast as slow (after measuring)."):
            self.assertRaises(Fault, self.read, line)

    def test_what_was_written_after_measuring_is_no_prediction(self):
        for field, written in (("Expect", "after"), ("Expect", "with"), ("Measured", "before")):
            source = self.write("ch08/01_turn.cu", f"// turn: how?\n// {field:8} - It is as fast as slow ({written} measuring).\nint main;")
            self.assertRaises(Fault, predictions.of, source)

    def test_what_is_measured_needs_a_figure(self):
        source = self.write("ch08/01_turn.cu", "// turn: how?\n// Measured - It is as fast as slow.\nint main;")
        self.assertRaises(Fault, predictions.of, source)

    def test_points_of_what_is_expected_need_no_figure(self):
        self.assertEqual(self.read("- Large blocks lose.", "  By little."), [])

    def test_a_program_may_predict_nothing(self):
        self.assertEqual(predictions.of(self.write("ch08/01_turn.cu", "// turn: how?\nint main;\n")), [])


class Verdicts(TreeCase):
    def setUp(self):
        super().setUp()
        predictions.rows_of.cache_clear()
        for folder, time in (("nvidia-h200", 1.0), ("nvidia-h100", 2.0)):
            self.write(f"docs/results/{folder}/bench.json", json.dumps({
                "about": {"device": "GPU"}, "ladders": [], "runs": [{"program": "turn", "arguments": ""}, {"program": "slow", "arguments": ""}],
                "rows": [row("turn", "a", time), row("turn", "b", 4.0), row("turn", "peer", 0.1, peer=True), row("slow", "s", 4.0),
                         row("slow", "s", 0.5, size="2 x 2", arguments="--n 2"), row("turn", "wrong", 0.01, verified=False),
                         row("turn", "b", 8.0, arguments="--data odd"), row("slow", "s", 6.0, arguments="--data odd"),
                         row("turn", "rest", 3.0, arguments="--rest"), row("turn", "of ints", 9.0, size="4 x 4", arguments="--ints", type="int")]}))

    def told(self, *lines):
        head = head_with(*lines)
        self.write("ch08/README.md", "<!-- predictions: begin -->\n<!-- predictions: end -->\n")
        return self.write("ch08/01_turn.cu", "\n".join(head))

    def test_the_fastest_right_variant_that_is_no_peer_is_meant(self):
        self.assertEqual(predictions.row_of(predictions.rows_of(predictions.results()["H200"]), Who("turn", None), None).variant, "a")

    def test_data_are_named_behind_the_size(self):
        rows = predictions.rows_of(predictions.results()["H200"])
        self.assertEqual(predictions.row_of(rows, Who("turn", None), "8 x 8, odd").median_s, 8)
        self.assertEqual(predictions.row_of(rows, Who("slow", None), "8 x 8, odd").median_s, 6)
        self.assertIsNone(predictions.row_of(rows, Who("turn", None), "8 x 8, even"))

    def test_a_variant_may_be_that_of_other_arguments_at_the_same_size(self):
        rows = predictions.rows_of(predictions.results()["H200"])
        self.assertEqual(predictions.row_of(rows, Who("turn", "rest"), "8 x 8").median_s, 3)

    def test_a_size_may_have_another_type(self):
        rows = predictions.rows_of(predictions.results()["H200"])
        self.assertEqual(predictions.row_of(rows, Who("turn", None), "4 x 4").median_s, 9)

    def test_the_table_shows_prediction_measurement_verdict_and_reason(self):
        self.told("- It is at least 3 times as fast as slow (before measuring). Why: b | c.", "- At 2 x 2, it is faster than slow (after measuring).",
                  "- It reaches 40 to 60 % of the ceiling (with measuring).")
        predicted, explained = predictions.table(self.folder / "ch08/README.md", []).split("<details>")
        self.assertEqual(predicted.splitlines()[-3:-1], [
            "| turn | It is at least 3 times as fast as slow | 4.000x | 2.000x | **missed** on the H100 | b \\| c. |",
            "| turn | It reaches 40 to 60% of the ceiling | 50.0% | 50.0% | held |  |"])
        self.assertIn("1 statement written after", explained)
        self.assertIn("| turn | At 2 x 2, it is faster than slow | not measured | not measured | not measured |  |", explained)

    def test_a_result_is_a_sentence_with_the_fastest_variant(self):
        page = self.folder / "ch08/README.md"
        self.assertEqual(predictions.result(page, ["turn", "slow"]),
                         "**Measured on the H200**, `a`: 1 s, 50.0% of peak, 4.00x as fast as `slow` (8 x 8).\n")
        self.assertRaisesRegex(Fault, "no results of slwo", predictions.result, page, ["turn", "slwo"])

    def test_a_conclusion_that_does_not_hold_is_a_fault(self):
        folder = self.folder / "docs/results/nvidia-h200"
        right, wrong = "turn is 3.9 to 4.1 times as fast as slow", "turn is 5 to 6 times as fast as slow"
        self.assertEqual(predictions.sentences_that_do_not_hold("a.md", f"Text.\n<!-- holds: {right} -->\n", folder), [])
        self.assertEqual(predictions.sentences_that_do_not_hold("a.md", f"<!-- holds: {right} -->\n<!-- holds: {wrong} -->", folder),
                         [f"a.md: does not hold: {wrong} (4.000x)"])

    def test_a_miss_without_a_reason_is_a_fault(self):
        missed = "- It is at most 3 times as fast as slow (before measuring)."
        word = "Missed on the H200"
        self.assertRegex("\n".join(predictions.faults_of([(self.told(missed), "rung")])), f"01_turn.cu: needs a reason that begins with '{word}:': It is at")
        self.assertRegex("\n".join(predictions.faults_of([(self.told(missed + " Why: so."), "rung")])), f"needs a reason that begins with '{word}:'")
        self.assertEqual(predictions.faults_of([(self.told(f"{missed} {word}: so."), "rung")]), [])
        self.assertEqual(predictions.faults_of([(self.told("- It is slower than slow (before measuring). Missed: so."), "rung")]), [])
        held = "- It is at least 2 times as fast as slow (before measuring)."
        self.assertRegex("\n".join(predictions.faults_of([(self.told(held + " Missed: so."), "rung")])), "needs a reason that begins with 'Why:'")
        self.assertEqual(predictions.faults_of([(self.told(held + " Why: so."), "rung")]), [])

    def test_a_rung_predicts_something_and_its_page_shows_it(self):
        source = self.told("- It is faster than slow (before measuring).")
        (self.folder / "ch08/README.md").write_text("# T\n", encoding="utf-8")
        self.assertRegex("\n".join(predictions.faults_of([(source, "rung")])), "has no page with a block 'predictions'")
        source.write_text("// turn: how?\n", encoding="utf-8")
        self.assertRegex("\n".join(predictions.faults_of([(source, "rung")])), "predicts nothing")
        self.assertEqual(predictions.faults_of([(source, "demo")]), [])

    def test_a_program_that_nobody_measured_is_named(self):
        source = self.told("- It is faster than slwo (before measuring).")
        self.assertRegex("\n".join(predictions.faults_of([(source, "rung")])), "there is no slwo")

    def test_a_program_that_is_not_measured_yet_may_predict(self):
        source = self.write("ch08/02_next.cu", '// next: how?\n// Expect   - "a" is faster than turn (before measuring).\n'
                            "//          - turn is slower than it (before measuring).\n")
        turn = self.told('- "a" is faster than next (before measuring).')
        self.assertEqual(predictions.faults_of([(turn, "rung"), (source, "rung")]), [])
        source.write_text('// next: how?\n// Expect   - turn "c" is slower than it (before measuring).\n', encoding="utf-8")
        self.assertRegex("\n".join(predictions.faults_of([(turn, "rung"), (source, "rung")])), "there is no turn with a variant c")
