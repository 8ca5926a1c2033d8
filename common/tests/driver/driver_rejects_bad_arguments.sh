#!/bin/sh
# The driver rejects bad arguments with one line on standard error and exit code 2, and builds, runs and writes nothing.
# Needs: tutorial_driver
# Tier: quick
set -eu
. "$SOURCE_DIR/common/tests/driver/fake/manifest.sh"
fake_tutorial ch01_one:good_a:naive ch01_one:good_b

refuses() {
  regex=$1
  shift
  test_name="$*"
  driver "$@"
  expect_exit 2
  expect_lines err 1
  expect_line err "^tutorial: .*$regex"
  expect_lines out 0
  [ ! -e "$FAKE_DIR/ran.txt" ] || complain "something was run"
  [ ! -e "$FAKE_DIR/built.txt" ] || complain "something was built"
}
refuses "no chapter, part or program 'god_a'. Did you mean good_a" run god_a
refuses "no chapter, part or program 'ch09'" run ch09
refuses "run: there is no option --rows\\. .* after --: ./tutorial run good_a -- --rows 5$" run good_a --rows 5
refuses "after --: ./tutorial run good_a -- --rows 5$" run --rows 5 good_a
refuses "after --: ./tutorial run good_a -- --quick$" run --quick good_a
refuses "after --: ./tutorial run good_a --json x -- --type float --n=5$" run good_a --type float --json x --n=5
refuses "Did you mean --backend\\?" run good_a --bakcend sim
refuses "run: 'good_b' is one word too many\\. ./tutorial help run shows" run good_a good_b
refuses "no option --verbos\\. Did you mean --verbose\\? ./tutorial help run" run good_a --verbos -- --n 5
refuses "'good_b' after -- is no option" run -- good_b --rows 5
refuses "not empty" run ""
refuses "not empty" list ""
refuses "list: there is no option --jsn\\. Did you mean --json\\? ./tutorial help list" list --jsn x
refuses "--backend" run good_a --backend rocm
refuses "--backend" run good_a --backend
refuses "cannot write to ./no/such/folder/x." run good_a --json /no/such/folder/x
refuses "cannot write to .$FAKE_DIR." run ch01 --json "$FAKE_DIR"
refuses "--json after --" run ch01 -- --json x
refuses "--gpu is for ladders.*predict good_a" run good_a --gpu t4
refuses "--recorded is for ladders" run good_a --recorded h200
refuses "--predict is for ladders" run good_a --predict
refuses "--csv after --" run ch01 -- --csv=x
refuses "--json after --" run good_a --json "$FAKE_DIR/x" -- --json y
refuses "cannot write to" list --json /no/such/folder/x
refuses "after --" list -- x
refuses "subcommand"
refuses "subcommand" fly
refuses "not empty" run good_a --json ''
refuses "required" run good_a --json=
refuses "not empty" list --json ''
refuses "not empty" explain good_a --json ''

test_name="arguments no program takes"
driver run ch01 --backend sim --json "$FAKE_DIR/rows.json" -- --exit-2
expect_exit 2
expect_line out 'bad arguments'
expect_line out 'good_a: no such option: --exit-2'

test_name="no GPU, or no CUDA in the build: --backend cuda names the simulator"
driver run good_a --backend cuda
[ "$code" -eq 77 ] || [ "$code" -eq 1 ] || complain "exit code $code"
expect_line err '^tutorial: --backend cuda cannot run: .*--backend sim'

test_name="a manifest that is not there"
code=0
"$BUILD_DIR/bin/tutorial-driver" --manifest "$FAKE_DIR/none.json" list >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" || code=$?
expect_exit 1
expect_lines err 1

test_name="a disk that is full: exit 1, whatever the verb"
for words in "list --json /dev/full" "run good_a --json /dev/full" "run ch01 --json /dev/full"; do
  # shellcheck disable=SC2086  # words
  driver $words
  expect_exit 1
  expect_line err '^tutorial: cannot write to ./dev/full.: No space left'
done
code=0
"$BUILD_DIR/bin/tutorial-driver" --manifest "$FAKE_DIR/build/tutorial.json" list >/dev/full 2>"$FAKE_DIR/err" || code=$?
expect_exit 1

test_name="an empty program is no success"
: >"$FAKE_DIR/build/sim/good_b"
for words in "run good_b" "run good_b --json -" "run ch01"; do
  # shellcheck disable=SC2086  # words
  driver $words
  expect_exit 1
  cat "$FAKE_DIR/err" >>"$FAKE_DIR/out"
  expect_line out 'cannot run .*good_b: .*empty or damaged: remove it, and it will be built again'
done

test_name="a program that a signal ended is said to"
fake_tutorial ch01_one:crashes_a:naive
driver run crashes_a --json -
expect_exit 139
expect_line err '^tutorial: crashes_a: killed by signal 11'
