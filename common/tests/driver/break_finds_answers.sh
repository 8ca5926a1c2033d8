#!/bin/sh
# Needs: tutorial_driver tutorial_author corpus_wrong_histogram_without_atomics corpus_wrong_plain_add_to_a_total corpus_right_last_block_reduction
# `explain --break` finds another result for wrong programs, and none for a correct one. For the whole corpus: common/authoring/break_corpus.py --check.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
programs=$BUILD_DIR/common/tests/lens
table=$SOURCE_DIR/common/tests/lens/break/answers.txt

complain() {
  echo "$1"
  cat "$folder/out"
  exit 1
}
# breaks CODE PROGRAM
breaks() {
  code=0
  "$BUILD_DIR/bin/tutorial-driver" explain --break "$2" >"$folder/out" 2>&1 || code=$?
  [ "$code" -eq "$1" ] || complain "explain --break $2: exit code $code, not $1"
}

for name in histogram_without_atomics plain_add_to_a_total; do
  grep -q "^wrong $name: found" "$table" || complain "$table says something else of $name"
  breaks 3 "$programs/corpus_wrong_$name"
  grep -q '^launch 1: thread .* waits before .* (arrival [0-9]*), until no other thread can continue$' "$folder/out" || complain "no wait"
  grep -q "^compared: the exit code" "$folder/out" || complain "nothing says what is compared"
  grep -qE '(writes|reads|atomically) ' "$folder/out" || complain "no steps"
done
# Both orders as one page, and as text: after its wait, a thread does its step alone.
code=0
"$BUILD_DIR/bin/tutorial-driver" explain --break --steps "$folder/both.html" "$programs/corpus_wrong_plain_add_to_a_total" >"$folder/out" 2>&1 || code=$?
[ "$code" -eq 3 ] || complain "explain --break --steps: exit code $code, not 3"
for words in '"order":"the usual order"' '"order":"the order that breaks it"' '"note":"launch 1: thread ' '"late":true'; do
  grep -q "$words" "$folder/both.html" || complain "the page of both orders has no $words"
done

breaks 0 "$programs/corpus_right_last_block_reduction"
grep -q 'no other answer was found in [0-9]* runs' "$folder/out" || complain "it does not say how many runs"
breaks 2 ./no_such_program
