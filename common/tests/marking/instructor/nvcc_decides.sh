#!/bin/sh
# With nvcc installed, `grade` takes its word: what it refuses does not compile, at the submission's line. --no-nvcc does not ask it.
# Needs: tutorial_grade exercise.guard_tail
set -eu
grep -q '"cuda_compiler": *""' "$BUILD_DIR/exercises.json" && { echo "skipped: nvcc is not installed"; exit 77; }
tests=$SOURCE_DIR/common/tests/marking
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/course"
complain() { echo "$*"; cat "$folder/marks/marks.csv" "$folder/err" 2>/dev/null; exit 1; }
grade() { "$BUILD_DIR/bin/tutorial-grade" grade "$folder/course" --exercise guard_tail --seed 3 --output "$folder/marks" "$@" >"$folder/out" 2>"$folder/err"; }
row() { grep -q "^$1" "$folder/marks/marks.csv" || complain "marks.csv has no row $1"; }

cp "$tests/styles/guard_tail.modern.cu" "$folder/course/ada.cu"
# A way to choose the next statement that g++ and the simulator take: the addresses of labels.
sed 's/^  const auto i = /  void* where = \&\&here;\nhere:\n  if (where == nullptr) return;\n&/' "$folder/course/ada.cu" >"$folder/course/bob.cu"
cmp -s "$folder/course/ada.cu" "$folder/course/bob.cu" && complain "nothing was changed"
grade || complain "exit $?"
row 'ada,,guard_tail,100,100,'
row 'bob,,guard_tail,0,100,0,0,0,0,,,guard_tail.cu:39: nvcc says: address of label extension'
grade --no-nvcc || complain "--no-nvcc: exit $?"
row 'ada,,guard_tail,100,100,'
row 'bob,,guard_tail,100,100,'
