"""The table of the simulator's speed: what misses its goal says so, and every program that it names is there."""

import unittest

import speed

ABOUT = {"date": "2026-11-27", "times": 3, "processor": "a processor", "cores": 2, "load": 0.5}


def record(lowest_s: float, lens_s: float) -> dict:
    row = {"lowest_s": lowest_s, "median_s": 4.0, "processor_s": 7.5, "about": ABOUT}
    return {"rows": {"sum": row}, "ratio": {"plain_s": 1.0, "lens_s": lens_s, "about": ABOUT}}


class Speed(unittest.TestCase):
    def setUp(self):
        self.row = f"| {speed.ROWS['sum'].says} | plain | 3 s |"
        self.cost = f"| {speed.RATIO['says']} | lens against plain | 6 x |"

    def test_what_is_as_fast_as_its_goal_meets_it(self):
        text = speed.table(record(3.0, 6.0))
        self.assertIn(f"{self.row} 3.00 s | 4.00 s | 7.50 s | met | 2026-11-27, 3, 0.5 |", text)
        self.assertIn(f"{self.cost} 6.0 x | - | 6.00 s, 1.00 s | met |", text)

    def test_what_is_slower_is_shown_as_missed(self):
        text = speed.table(record(4.5, 7.2))
        self.assertIn(f"{self.row} 4.50 s | 4.00 s | 7.50 s | missed: 1.5 x the goal |", text)
        self.assertIn(f"{self.cost} 7.2 x | - | 7.20 s, 1.00 s | missed: 1.2 x the goal |", text)

    def test_what_was_not_timed_is_shown_with_its_goal(self):
        self.assertIn(f"| {speed.ROWS['add'].says} | plain | 0.3 s | - | - | - | not timed | - |", speed.table(record(1.0, 1.0)))

    def test_the_lowest_run_counts_not_the_median(self):
        self.assertNotIn("missed", speed.table(record(1.5, 1.0)))

    def test_the_machine_is_named_once(self):
        self.assertEqual(speed.table(record(1.0, 1.0)).count("a processor, 2 cores"), 1)

    def test_each_program_is_in_the_tree(self):
        for program in [row.program for row in speed.ROWS.values()] + [speed.RATIO["program"]]:
            self.assertTrue((speed.SOURCES / f"{program}.cu").is_file(), program)


if __name__ == "__main__":
    unittest.main()
