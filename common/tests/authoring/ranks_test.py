"""Rows of several GPUs: each beside that of one, and nothing of results that are wrong."""

import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import ranks
from tree import Fault


def row(gpus, variant, **more):
    return {"work": "sum, 1000 M", "scaling": "strong", "gpus": gpus, "program": "sum_ranks", "variant": variant, "type": "float",
            "median_s": 0.01 / gpus, "spread": 0, "verified": True, **more}


class Ranks(unittest.TestCase):
    def test_a_row_stands_beside_its_own_kind_on_one_gpu(self):
        one, other = row(1, "1 rank"), row(1, "1 rank, one priority", median_s=0.02)
        two, late = row(2, "2 ranks"), row(2, "2 ranks, one priority")
        self.assertEqual(ranks.pairs({"rows": [one, other, two, late]}), [(one, two), (other, late)])

    def test_wrong_results_and_other_counts_are_left_out(self):
        rows = [row(1, "1 rank"), row(2, "2 ranks", verified=False), row(2, "1 GPU, NCCL")]
        self.assertEqual(ranks.pairs({"rows": rows}), [])

    def test_the_model_starts_from_the_time_of_one(self):
        self.assertAlmostEqual(ranks.modelled(row(2, "2 ranks"), 0.01), 0.005 + 10e-6)
        self.assertAlmostEqual(ranks.modelled(row(2, "2 ranks", scaling="weak"), 0.01), 0.01 + 10e-6)

    def test_gains(self):
        self.assertEqual(ranks.gain(row(2, "2 ranks"), 0.01, 0.005), "2.00 x")
        self.assertEqual(ranks.gain(row(2, "2 ranks", scaling="weak"), 0.01, 0.0125), "80.0 % of ideal")

    def test_a_prediction_holds_or_is_missed(self):
        strong, weak = row(4, "4 ranks"), row(4, "4 ranks", scaling="weak", median_s=0.0125)
        self.assertEqual(ranks.predicted({"gain": [3.9, 4.1]}, strong, 0.01), "3.9 to 4.1 x | 4.00 x | held")
        self.assertEqual(ranks.predicted({"gain": [3, 3.9]}, strong, 0.01), "3 to 3.9 x | 4.00 x | **missed**")
        self.assertEqual(ranks.predicted({"gain": [75, 80]}, weak, 0.01), "75 to 80 % of ideal | 80.0 % of ideal | held")

    def test_what_nobody_predicted_has_no_verdict(self):
        self.assertEqual(ranks.verdicts([(1, row(1, "1 rank"), row(2, "2 ranks"))]), [])

    def test_a_missed_prediction_wants_a_reason(self):
        late = row(4, "4 ranks", median_s=0.01)
        with mock.patch.object(ranks.json, "loads") as loads:
            loads.return_value = {"written": "before", "rows": [{"work": late["work"], "variant": "4 ranks", "gain": [3, 4], "why": ""}]}
            self.assertRaises(Fault, ranks.verdicts, [(2, row(1, "1 rank"), late)])
            loads.return_value["rows"][0]["why"] = "It was late."
            self.assertIn("It was late.", ranks.verdicts([(2, row(1, "1 rank"), late)])[-1])

    def test_each_host_has_a_table_and_half_of_the_range_is_its_spread(self):
        about = {"device": "Some GPU", "driver": "1", "date": "today"}
        hosts = [{**about, "gpus": gpus, "rows": [row(1, "1 rank"), row(gpus, f"{gpus} ranks", spread=0.02, work="sum, 7")]} for gpus in (4, 2)]
        hosts[0]["beside"] = "it was busy"
        for host in hosts:
            host["rows"][0]["work"] = "sum, 7"
        with tempfile.TemporaryDirectory() as folder:
            for name, host in zip(("ranks-4.json", "ranks.json"), hosts):
                (Path(folder) / name).write_text(json.dumps(host), encoding="utf-8")
            found = ranks.records(Path(folder))
        self.assertEqual([record["gpus"] for record in found], [2, 4])
        with mock.patch.object(ranks, "records", return_value=found):
            text = ranks.block(Path("several_gpus/README.md").resolve(), ["nvidia-h200", "sum_ranks"])
        self.assertEqual(text.count("measured on one host with"), 2)
        self.assertEqual(text.count("In this run it was busy."), 1)
        self.assertLess(text.index("Run 2: "), text.index("In this run it was busy."))
        self.assertIn("| 4 ranks | strong | 10.00 ms | 2.500 ms | ± 1.0 % |", text)

    def test_a_program_without_rows_is_a_fault(self):
        self.assertRaises(Fault, ranks.block, Path("README.md").resolve(), ["nvidia-h200", "no_such_program"])


if __name__ == "__main__":
    unittest.main()
