#!/bin/sh
# `watch` prints a new report less than 3 s after each save, however the editor saves; Ctrl-C ends it.
# Needs: tutorial_exercise
set -eu
[ -x "$BUILD_DIR/bin/tutorial-exercise" ] || exit 77
. "$SOURCE_DIR/common/tests/marking/learner/support/learner.sh"
exercise start guard_tail
answers="$SOURCE_DIR/ch05_nearest_naive/exercises/guard_tail/wrong"

# A shell without job control starts background commands with SIGINT ignored; env restores it.
start_watch() {
  env --default-signal=INT "$BUILD_DIR/bin/tutorial-exercise" exercise --folder "$LEARNER" watch \
    >"$FOLDER/out" 2>"$FOLDER/err" &
  watcher=$!
}
start_watch
trap 'kill "$watcher" 2>/dev/null || true; rm -rf "$FAKE_DIR"' EXIT

# reports N SECONDS: waits for the N-th report, at most so long.
reports() {
  tenths=$(($2 * 10))
  while [ "$(grep -c "^Watching" "$FOLDER/out")" -lt "$1" ]; do
    tenths=$((tenths - 1))
    [ $tenths -gt 0 ] || complain "no report in $2 s"
    sleep 0.1
  done
}

test_name="the first report comes at once"
reports 1 20
expect_line out "Watching .*guard_tail.cu.*Ctrl-C ends"

test_name="saved in place"
cat "$answers/no_semicolon.cu" >"$FILE"
reports 2 3
expect_line out "semicolon"

test_name="saved by renaming, as many editors do"
cp "$answers/off_by_one.cu" "$LEARNER/.guard_tail.cu.swp"
mv "$LEARNER/.guard_tail.cu.swp" "$FILE"
reports 3 3
expect_line out "out-of-bounds"

test_name="touched"
touch "$FILE"
reports 4 3

test_name="moved away and back"
mv "$FILE" "$FOLDER/away.cu"
reports 5 3
expect_line out "is not there"
mv "$FOLDER/away.cu" "$FILE"
reports 6 3

test_name="no report without a save"
sleep 1
reports=$(grep -c "^Watching" "$FOLDER/out")
[ "$reports" -eq 6 ] || complain "$reports reports, wanted 6"

test_name="Ctrl-C ends it, with exit code 0"
kill -INT "$watcher"
code=0
wait "$watcher" || code=$?
expect_exit 0
expect_lines err 0
expect_line out "no longer watched"

test_name="and at once, also while a submission runs that would not end"
printf '#include "exercise.hpp"\nvoid move_points(const float3*, float3*, int, float3) { for (volatile int i = 0;;) i = i; }\n' >"$FILE"
start_watch
sleep 2.5
expect_no_line out "Watching"
kill -INT "$watcher"
SECONDS_BEFORE=$(date +%s)
code=0
wait "$watcher" || code=$?
expect_exit 0
[ $(($(date +%s) - SECONDS_BEFORE)) -le 3 ] || complain "it went on for $(($(date +%s) - SECONDS_BEFORE)) s"
