#!/bin/sh
# check --watch writes a page of the failing case that opens where the first wrong value is stored, or at the race; the page has the learner's
# source, and nothing of the solution.
# Needs: tutorial_exercise tutorial_driver exercise.guard_tail exercise.first_index exercise.first_reduction
set -eu
[ -x "$BUILD_DIR/bin/tutorial-exercise" ] || exit 77
. "$SOURCE_DIR/common/tests/marking/learner/support/learner.sh"

# answer NAME FILE: the learner's file of an exercise.
answer() {
  exercise start "$1"
  FILE=$(dirname "$FILE")/$1.cu
  cp "$2" "$FILE"
  PAGE=${FILE%.cu}.steps.html
}

test_name="the report and its JSON name the page, which says where it opens"
answer first_index "$SOURCE_DIR/ch05_nearest_naive/exercises/first_index/wrong/from_one.cu"
exercise check first_index --watch --json "$FOLDER/mark.json"
expect_line out '^Watch it fail, step by step: .*first_index.steps.html$'
grep -q '"steps": ".*first_index.steps.html"' "$FOLDER/mark.json" || complain "the JSON does not name the page"
grep -q '"opens":{"at":' "$PAGE" || complain "the page opens at no step"

test_name="the page of a race opens at the hazard, or where its wrong value is stored"
answer first_reduction "$SOURCE_DIR/ch06_reduction/sum/exercises/first_reduction/wrong/no_barrier_after_fill.cu"
exercise check first_reduction --watch
grep -qE '"opens":\{"at":("hazard"|[0-9]+)' "$PAGE" || complain "the page opens at the start"
! grep -q 'exercise.cu' "$PAGE" || complain "the page names the file that has the solution"

test_name="full marks have nothing to watch"
exercise solution first_index
exercise solution first_index
rm -f "$PAGE"
cp "$FOLDER/out" "$(dirname "$FILE")/first_index.cu"
rm -f "$(dirname "$FILE")/first_index.steps.html"
exercise check first_index --watch
expect_exit 0
[ ! -e "$(dirname "$FILE")/first_index.steps.html" ] || complain "a page of what is right"
