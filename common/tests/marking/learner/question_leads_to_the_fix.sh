#!/bin/sh
# check --hint asks about the learner's own line without giving the fix or the score away. For a sample of committed wrong answers, each gets
# a question that leads to the missing step, or none.
# Needs: tutorial_mark exercise.guard_tail exercise.first_index exercise.first_copy exercise.grid_stride exercise.histogram_privatised
set -eu
[ -x "$BUILD_DIR/bin/tutorial-mark" ] || exit 77
. "$SOURCE_DIR/common/tests/marking/learner/support/learner.sh"
EXPECTED=$SOURCE_DIR/common/tests/marking/questions.json
WRONG=$SOURCE_DIR/ch05_nearest_naive/exercises/guard_tail/wrong

test_name="a question about the line, beside the same mark, and no mend"
exercise start guard_tail
cp "$WRONG/off_by_one.cu" "$FILE"
exercise check guard_tail --hint --json "$FOLDER/mark.json"
expect_exit 3
expect_line out '^  in all     75 / 100'
expect_line out '^Line 6: is this true or false for the first value'
grep -q '"about": "comparison"' "$FOLDER/mark.json" || complain "the JSON has no question"
! grep -q '>=' "$FOLDER/out" "$FOLDER/mark.json" || complain "the mend is given away"

test_name="who does not ask is not asked, and who has full points neither"
exercise check guard_tail --json "$FOLDER/mark.json"
! grep -q '"question"' "$FOLDER/mark.json" || complain "a question that nobody wanted"
exercise solution guard_tail
exercise solution guard_tail
cp "$FOLDER/out" "$FILE"
exercise check guard_tail --hint
expect_exit 0
expect_line out '^Solved'
! grep -q '^Line ' "$FOLDER/out" || complain "a question about what is right"

questions() {
  code=0
  "$BUILD_DIR/bin/tutorial-mark" questions --expected "$@" >"$FOLDER/out" 2>"$FOLDER/err" || code=$?
}

test_name="right questions of mends, of the report, and of work of the host's"
questions "$EXPECTED" first_index/from_one.cu first_index/grid_for_block.cu histogram_privatised/no_barrier_after_clearing.cu \
  guard_tail/empty_launch.cu first_copy/no_copy_there.cu grid_stride/pieces.cu guard_tail/on_the_host.cu guard_tail/no_semicolon.cu
expect_exit 0
expect_line out '^8 wrong answers: 5 right questions from a fix, 2 from the report, 1 without, 0 misleading'

test_name="a question that leads elsewhere is misleading"
sed 's/off by one 5/barrier 5/' "$EXPECTED" >"$FOLDER/elsewhere.json"
questions "$FOLDER/elsewhere.json" --json "$FOLDER/table.json" first_index/from_one.cu
expect_exit 1
expect_line out '^first_index .*MISLEADING$'
questions "$EXPECTED" first_index/no_such.cu
expect_exit 2

test_name="what the table has is not searched for again, and what nobody expects is an error"
sed 's/off by one 5/off by one 99/' "$FOLDER/table.json" >"$FOLDER/known.json"
sed 's/off by one 5/off by one 99/' "$EXPECTED" >"$FOLDER/elsewhere.json"
questions "$FOLDER/elsewhere.json" --json "$FOLDER/known.json" first_index/from_one.cu
expect_exit 0
expect_line out '^first_index .* off by one 99 .*right$'
echo '{"first_index": {}}' >"$FOLDER/elsewhere.json"
questions "$FOLDER/elsewhere.json" first_index/from_one.cu
expect_exit 2
