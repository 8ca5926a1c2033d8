"""The teaching plan names what exists, in the order of reading, and each week's quiz has its answers."""

import os
import unittest
from pathlib import Path

import teaching

ROOT = Path(os.environ["SOURCE_DIR"])
PLAN = (ROOT / "docs/pages/teaching.md").read_text(encoding="utf-8")
QUIZ = ROOT / "docs/instructors/quiz"


@unittest.skipUnless(QUIZ.is_dir(), "a handout has no quiz")
class Teaching(unittest.TestCase):
    def setUp(self):
        self.questions = (QUIZ / "README.md").read_text(encoding="utf-8")
        self.answers = (QUIZ / "answers.md").read_text(encoding="utf-8")

    def test_the_plan_has_no_fault(self):
        self.assertEqual(teaching.plan_faults(PLAN, ROOT), [])

    def test_what_is_not_there_is_noticed(self):
        for right, wrong in (("`reduce_global`", "`reduce_globe`"), ("`any_block`", "`every_block`"), ("(memory.md)", "(memories.md)"),
                             ("`strided_to_coalesced` |", "`stride` |"), ("exercise `remove_conflict`", "exercise `conflict`"),
                             ("- Run: `copy`", "- Watch: `copy`"), ("### Week 8", "### Weak 8")):
            with self.subTest(wrong):
                self.assertTrue(teaching.plan_faults(PLAN.replace(right, wrong), ROOT))

    def test_another_order_is_noticed(self):
        self.assertEqual(teaching.order_faults(list(reversed(teaching.sections(PLAN)))), ["the weeks do not follow the order of reading"])

    def test_every_question_has_an_answer(self):
        self.assertEqual(teaching.quiz_faults(PLAN, self.questions, self.answers), [])
        self.assertTrue(teaching.quiz_faults(PLAN, self.questions, self.answers.replace("\n3. ", "\n", 1)))
        self.assertTrue(teaching.quiz_faults(PLAN, self.questions.replace("Week 8: a sum", "Week 8: some sum"), self.answers))
