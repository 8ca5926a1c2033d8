#!/bin/sh
# check --watch writes a page of the failing case that opens where the first wrong value is stored, or at the race; the page has the learner's
# source, and nothing of the solution.
# Needs: tutorial_exercise tutorial_driver exercise.guard_tail exercise.first_index exercise.first_reduction
set -eu
[ -x "$BUILD_DIR/bin/tutorial-exercise" ] || exit 77
python=$(command -v python3) || { echo "skipped: Python 3 is not installed"; exit 77; }
. "$SOURCE_DIR/common/tests/marking/learner/support/learner.sh"

# answer NAME FILE: the learner's file of an exercise.
answer() {
  exercise start "$1"
  FILE=$(dirname "$FILE")/$1.cu
  cp "$2" "$FILE"
  PAGE=${FILE%.cu}.steps.html
}

# stores_wrong PAGE REPORT: the page opens at a step that stores the value that the report says is wrong, at the index that it names.
stores_wrong() {
  "$python" - "$1" "$2" <<'END'
import json
import pathlib
import re
import sys

page, report = (pathlib.Path(name).read_text(encoding="utf-8") for name in sys.argv[1:])
recording = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
array, index, value = re.search(r"(\w+)\[(\d+)\] is (-?\d+), not", report).groups()
at = recording["opens"]["at"]
steps = recording["launches"][recording["opens"]["launch"]]
if not isinstance(at, int) or not 0 <= at < len(steps["steps"]):
    sys.exit(f"the page opens at {at}, which is no step")
step = steps["steps"][at]
if step["kind"] != "store" or steps["arrays"][step["array"]]["name"] != array:
    sys.exit(f"step {at} does not store to {array}: {step['text']}")
offsets = step["at"] if isinstance(step["at"], list) else [step["at"]["from"] + i * step["at"]["by"] for i in range(32)]
values = step["values"] if len(step["values"]) > 1 else step["values"] * len(offsets)
stored = dict(zip(offsets, values))
if stored.get(4 * int(index)) != int(value):
    sys.exit(f"step {at} stores {stored}, not {value} to {array}[{index}]")
END
}

test_name="the report and its JSON name the page, which says where it opens"
answer first_index "$SOURCE_DIR/ch05_nearest_naive/exercises/first_index/wrong/from_one.cu"
exercise check first_index
expect_line out '^Watch it fail, step by step: ./tutorial exercise check first_index --watch$'
exercise check first_index --watch --json "$FOLDER/mark.json"
expect_line out '^Watch it fail, step by step: .*first_index.steps.html$'
grep -q '"steps": ".*first_index.steps.html"' "$FOLDER/mark.json" || complain "the JSON does not name the page"
grep -q '"opens":{"at":' "$PAGE" || complain "the page opens at no step"

test_name="the page of a wrong value opens at the step that stores it"
answer first_reduction "$SOURCE_DIR/ch06_reduction/sum/exercises/first_reduction/wrong/stale_slots.cu"
exercise check first_reduction --watch
expect_line out 'partial\[0\] is [0-9]+, not '
expect_line out '^It opens at step [0-9]+, where the first wrong value is stored\.$'
stores_wrong "$PAGE" "$FOLDER/out" || complain "the page opens somewhere else"
sed 's/"opens":{"at":\([0-9]*\)/"opens":{"at":0/' "$PAGE" >"$FOLDER/elsewhere.html"
! stores_wrong "$FOLDER/elsewhere.html" "$FOLDER/out" 2>"$FOLDER/said" || complain "a page that opens at the first step was not noticed"
grep -q 'step 0 does not store to partial' "$FOLDER/said" || complain "the reason is another one: $(cat "$FOLDER/said")"

test_name="the page of a race opens where its wrong value is stored"
answer first_reduction "$SOURCE_DIR/ch06_reduction/sum/exercises/first_reduction/wrong/no_barrier_after_fill.cu"
exercise check first_reduction --watch
stores_wrong "$PAGE" "$FOLDER/out" || complain "the page opens somewhere else"
! grep -q 'exercise.cu' "$PAGE" || complain "the page names the file that has the solution"

test_name="full points have nothing to watch"
exercise solution first_index
exercise solution first_index
rm -f "$PAGE"
cp "$FOLDER/out" "$(dirname "$FILE")/first_index.cu"
rm -f "$(dirname "$FILE")/first_index.steps.html"
exercise check first_index --watch
expect_exit 0
[ ! -e "$(dirname "$FILE")/first_index.steps.html" ] || complain "a page of what is right"
