#!/bin/sh
# A signal ends the driver and the program it runs at once, and leaves neither temporary files nor half-written results.
# Needs: tutorial_driver
set -eu
. "$SOURCE_DIR/common/tests/driver/fake/manifest.sh"
fake_tutorial ch01_one:slow_a:naive ch01_one:good_b
mkdir "$FAKE_DIR/tmp"

for signal in INT TERM; do
  test_name="SIG$signal"
  rm -f "$FAKE_DIR/slow.pid"
  # A shell without job control starts background commands with SIGINT ignored; env restores it.
  TMPDIR="$FAKE_DIR/tmp" env --default-signal=INT "$BUILD_DIR/bin/tutorial-driver" --manifest "$FAKE_DIR/build/tutorial.json" \
    run ch01 --backend sim --json "$FAKE_DIR/rows.json" >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" &
  driver_pid=$!
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -s "$FAKE_DIR/slow.pid" ] && break
    sleep 0.2
  done
  [ -s "$FAKE_DIR/slow.pid" ] || complain "the program never started"
  kill -"$signal" "$driver_pid"
  code=0
  wait "$driver_pid" || code=$?
  [ "$code" -gt 128 ] || complain "exit code $code, wanted that of a signal"
  ! kill -0 "$(cat "$FAKE_DIR/slow.pid")" 2>/dev/null || complain "the program still runs"
  [ ! -e "$FAKE_DIR/rows.json" ] || complain "results of an interrupted run were written"
  [ -z "$(ls "$FAKE_DIR/tmp")" ] || complain "left behind: $(ls "$FAKE_DIR/tmp")"
  for file in "$FAKE_DIR"/.tutorial-*; do [ ! -e "$file" ] || complain "left behind a half-written file"; done
done
