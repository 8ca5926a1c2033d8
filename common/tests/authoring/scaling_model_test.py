"""The model of many GPUs: what it is on one, what it can never be, and that it wants its measured rows."""

import json
import unittest

import scaling_model
from tree import ROOT, Fault


class ScalingModel(unittest.TestCase):
    def setUp(self):
        self.constants = json.loads((ROOT / "docs/results/scaling_model.json").read_text(encoding="utf-8"))
        self.rows = [{**each, "verified": True, "median_s": 0.01} for each in self.constants["measured"].values()]
        self.model = scaling_model.Model.recorded(self.constants, self.rows)

    def test_on_one_gpu_it_is_what_was_measured(self):
        for time in (self.model.sum, self.model.plate, self.model.nearest):
            for strong in (True, False):
                self.assertAlmostEqual(time(1, strong), 0.01)

    def test_it_is_never_better_than_ideal(self):
        for time in (self.model.sum, self.model.plate, self.model.nearest):
            for ranks in (2, 8, 9, 64):
                self.assertGreaterEqual(time(ranks, True), 0.01 / ranks)
                self.assertGreaterEqual(time(ranks, False), 0.01)

    def test_the_halo_counts_where_it_takes_longer_than_the_inside(self):
        halo = 20e-6 + 2 * 65536 / 50e9
        self.assertAlmostEqual(self.model.plate(1000, True), 10 * halo)
        self.assertAlmostEqual(self.model.plate(8, True), 0.01 / 8)

    def test_a_sum_is_as_many_messages_longer_as_it_has_rounds(self):
        self.assertAlmostEqual(self.model.sum(64, False), 0.01 + 6 * 20e-6)
        self.assertAlmostEqual(self.model.sum(8, True), 0.01 / 8 + 3 * 10e-6)

    def test_without_the_measured_row_there_is_no_model(self):
        with self.assertRaises(Fault):
            scaling_model.table(self.constants, self.rows[1:])


if __name__ == "__main__":
    unittest.main()
