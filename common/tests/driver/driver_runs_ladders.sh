#!/bin/sh
# `run` with fake programs: order, tables, failures, exit codes.
# Needs: tutorial_driver
# Tier: quick
set -eu
. "$SOURCE_DIR/common/tests/driver/fake/manifest.sh"
# shellcheck source=common/tests/support/terminal.sh
. "$SOURCE_DIR/common/tests/support/terminal.sh"
fake_tutorial ch01_one:good_a:naive ch01_one:good_b ch02_two:good_c:rung:good_b ch03_bad:good_d:naive ch03_bad:wrong_e \
  ch03_bad:fails_f ch03_bad:crashes_g ch03_bad:good_h ch04_skip:skips_i ch05_demo:good_j:demo

test_name="a chapter: all of its programs, built first, in one table"
driver run ch01 --backend sim
expect_exit 0
expect_line out '^Running on the CPU simulator: '
expect_line out '^ch01_one: What is ch01_one for\?$'
expect_line out '^1 K, float\. All results are correct\.$'
expect_line out '^1 good_a +as good_a$'
expect_line out '^2 good_b +as good_b$'
expect_line out '^All 2 results of 2 programs are correct\.$'
expect_no_line out 'table of'
expect_no_line out ' ms|GB/s|vs before'
expect_lines built.txt 1
expect_line built.txt '--build .*/build --target good_a\.sim good_b\.sim$'
expect_lines ran.txt 2
expect_lines err 0

test_name="a rung of another chapter is built, run and shown first"
driver run 2 --backend sim
expect_exit 0
expect_line built.txt '--target good_a\.sim good_b\.sim good_c\.sim$'
expect_line out '^good_b \(ch01\) +as good_b$'
[ "$(sort "$FAKE_DIR/ran.txt" | paste -sd ' ')" = "good_a good_b good_c" ] || complain "the ladder it continues did not run"

test_name="in one run of everything it runs once"
driver run --backend sim --json "$FAKE_DIR/rows.json"
expect_exit 1
[ "$(grep -c good_b "$FAKE_DIR/ran.txt")" -eq 1 ] || complain "good_b ran more than once"
expect_lines built.txt 5
[ "$(grep -c '"program"' "$FAKE_DIR/rows.json")" -eq 10 ] || complain "rows.json has not 10 rows"

test_name="a failed program has its row and its message, and the run goes on"
driver run ch03 --backend sim --json "$FAKE_DIR/rows.json"
expect_exit 1
expect_line out '3 results are not correct\.$'
expect_line out '^2 wrong_e +as wrong_e +WRONG$'
expect_line out '^3 fails_f +as fails_f +failed \(exit 1\)$'
expect_line out '^4 crashes_g +as crashes_g +failed \(killed by signal 11'
expect_line out '^5 good_h +as good_h +ok$'
expect_no_line out 'are correct\.$'
expect_line out '^    wrong_e: \[3\] got 1, wanted 2$'
expect_line out '^    fails_f: out of memory$'
[ "$(grep -c '"verified": false' "$FAKE_DIR/rows.json")" -eq 3 ] || complain "rows.json has not 3 rows that are wrong"

test_name="no device is said, and is the exit code where nothing else happened"
driver run ch04 --backend sim
expect_exit 77
expect_line out '^1 skips_i +as skips_i +no device$'

test_name="a folder of demos: a line each, and with --all a table"
driver run ch05 --backend sim
expect_exit 0
expect_no_line out 'Beside the ladder'
expect_line out '^  good_j  what does good_j teach\?  1 of 1 ok$'
driver run ch05 --all --backend sim
expect_line out '^  good_j, size .*'
expect_line out '^  plain +ok$'

test_name="a demo that refuses the arguments of the ladder is not run, and is no failure"
fake_tutorial ch01_one:good_a:naive ch01_one:picky_b:demo ch02_two:picky_c:demo
driver run ch01 --backend sim --json "$FAKE_DIR/rows.json" -- --n 5
expect_exit 0
expect_line out '^  picky_b  what does picky_b teach\?  not run: has other arguments$'
expect_line out '^All 1 results of 1 programs are correct\.$'
expect_no_line out 'takes no'
driver run ch02 --backend sim -- --n 5
expect_exit 2
expect_line out '^    picky_c: takes no --n$'
fake_tutorial ch01_one:good_a:naive ch01_one:good_b ch03_bad:wrong_e

test_name="a program: its own output and its own exit code"
driver run good_a --backend sim -- --say "two words"
expect_exit 0
expect_line out '^table of good_a$'
expect_line out '^said: two words$'
expect_line built.txt '--target good_a\.sim$'
driver run wrong_e --backend sim
expect_exit 1

test_name="rows on standard output, all else on standard error"
driver run good_a --backend sim --json -
expect_exit 0
expect_no_line out 'table of|Running'
expect_line err 'table of good_a'
expect_line out '"program": "good_a"'
driver run ch01 --backend sim --json -
expect_line err '^1 good_a +as good_a$'
expect_line out '^\[$'

test_name="a build that fails shows its log, and the other chapters run"
FAKE_BUILD_FAILS=1 driver run ch01 --backend sim
expect_exit 1
expect_line err "expected ';'"
expect_line err 'build/log/build-ch01_one\.txt$'
[ ! -e "$FAKE_DIR/ran.txt" ] || complain "programs ran though their build failed"

fake_tutorial ch06_red/sum:good_a:naive ch06_red/sum:good_b ch06_red/sum/further:good_c ch06_red/dot:good_d:naive ch06_red/dot:good_h:demo \
  ch08_tr:good_e:naive ch08_tr/further:good_f ch08_tr/further:wrong_g

test_name="a chapter climbs the core of its parts, and says how to go on"
driver run ch06 --backend sim
expect_exit 0
[ "$(sort "$FAKE_DIR/ran.txt" | paste -sd ' ')" = "good_a good_b good_d good_h" ] || complain "not the core"
expect_line out '^sum: What is sum for\?$'
expect_line out '^dot: What is dot for\?$'
expect_line out '^Next: 1 step more: \./tutorial run ch06/sum/further$'
[ "$(grep -c Next: "$FAKE_DIR/out")" -eq 1 ] || complain "dot has nothing further"
expect_no_line out 'good_c'

test_name="so does a run of everything; --all is everything"
driver run --backend sim
expect_exit 0
expect_no_line ran.txt 'good_[cf]|wrong_g'
driver run ch06 --all --backend sim --json "$FAKE_DIR/rows.json"
expect_exit 0
[ "$(sort "$FAKE_DIR/ran.txt" | paste -sd ' ')" = "good_a good_b good_c good_d good_h" ] || complain "--all leaves something out"
expect_line out '^sum/further: beyond the core$'
expect_no_line out 'Next:'
[ "$(grep -c '"program"' "$FAKE_DIR/rows.json")" -eq 5 ] || complain "rows.json has not 5 rows"
driver run --all --backend sim
expect_exit 1
expect_line out '^[0-9] wrong_g +as wrong_g +WRONG$'

test_name="further steps continue after the last rung of the core"
driver run ch08/further --backend sim
expect_exit 1
expect_line out '^good_e \(ch08\) +as good_e +ok$'
expect_line out '^1 good_f +as good_f +ok$'
driver run sum/further --backend sim
expect_exit 0
[ "$(sort "$FAKE_DIR/ran.txt" | paste -sd ' ')" = "good_a good_b good_c" ] || complain "it does not go on from the core"
expect_line out '^good_b \(sum\) +as good_b$'

test_name="on several cores the programs of a ladder run at the same time, while the next ladder is built"
if [ "$(nproc)" -gt 1 ] && awk '/^MemTotal:/ { exit $2 < 7000000 }' /proc/meminfo; then
  fake_tutorial ch01_one:meets_a:naive ch01_one:meets_b ch02_two:good_c:naive
  FAKE_BUILDS=2 driver run --backend sim
  expect_exit 0
  expect_lines built.txt 2
fi
fake_tutorial ch06_red/sum:good_a:naive ch06_red/sum:good_b ch06_red/sum/further:good_c ch06_red/dot:good_d:naive ch06_red/dot:good_h:demo \
  ch08_tr:good_e:naive ch08_tr/further:good_f ch08_tr/further:wrong_g

test_name="a part alone"
driver run ch06/dot --backend sim
expect_exit 0
expect_lines ran.txt 2
expect_line out '^Beside the ladder:$'
expect_line out '^1 good_d +as good_d$'

test_name="on a terminal of 80 columns sentences below a table are wrapped, what else stands below a table is cut, and what to do next takes two lines"
if has_terminal; then
  long=of_name
  demo=good_of_a_name_of_some_length
  FAKE_LENS=1 fake_tutorial "ch01_one/$long:strided_$long:naive" "ch01_one/$long:$demo:demo" "ch01_one/$long/further:good_c"
  ladder_on_terminal() {
    on_terminal "$1" "'$BUILD_DIR/bin/tutorial-driver' --manifest '$FAKE_DIR/build/tutorial.json' run ch01 --backend sim 2>'$FAKE_DIR/err'" |
      sed 's/\x1b\[[0-9;]*m//g' >"$FAKE_DIR/out"
  }
  ladder_on_terminal 80
  expect_line out '^! = more than half is wasted, and that takes time\.$'
  expect_line out '…  1 of 1 ok$'
  expect_line out '^Next: \./tutorial explain strided_of_[a-z_]*;$'
  expect_line out '^      then 1 step more: \./tutorial run ch01/of_name/further$'
  [ "$(wc -L <"$FAKE_DIR/out")" -le 80 ] || complain "a line is wider than 80 columns"
  ladder_on_terminal 140
  expect_line out '^Next: .*; then 1 step more: '
  expect_no_line out '…'
fi

export FAKE_LENS=1
fake_tutorial ch01_one:strided_a:naive ch01_one:good_b ch01_one:good_c:demo ch02_two:faulty_d:demo ch03_three:racy_e:naive

test_name="under the lens a rung shows what it asks memory for, what is waste and where to look"
driver run ch01 --backend sim --json "$FAKE_DIR/rows.json"
expect_exit 0
expect_line built.txt '--target strided_a\.lens good_b\.lens$'
expect_line built.txt '--target good_c\.sim$'
expect_line out '^1 K, float\. All results are correct\.$'
expect_line out '^1 strided_a +as strided_a +13%! +32-way!$'
expect_line out '^2 good_b +as good_b +100% +none ?$'
expect_line out '^Next: \./tutorial explain strided_a$'
expect_line rows.json '"sectors_per_request": 32'
expect_line rows.json '"step": "as good_b"'

test_name="without a GPU's file nothing is predicted; one that there is not is refused"
expect_no_line out 'estimate|limit'
driver run ch01 --backend sim --gpu h200
expect_exit 2
expect_line err "there is no GPU 'h200'"

test_name="what it would take on a GPU stands in the table and among the rows, with what limits it"
mkdir -p "$FAKE_DIR/common/predict"
cp -r "$SOURCE_DIR/common/predict/gpus" "$FAKE_DIR/common/predict/gpus"
driver run ch01 --backend sim --json "$FAKE_DIR/rows.json"
expect_exit 0
expect_line out '  estimated for H200'
expect_line out '^1 strided_a .* [0-9.]+ us  launch  '
expect_line rows.json '"gpu": "h200"'
driver run ch01 --backend sim --gpu t4
expect_line out '  estimated for T4'
driver run ch01 --backend sim --gpu none
expect_no_line out 'us  launch'

test_name="the first table is there before the next ladder is built"
driver run --backend sim
[ "$(wc -l <"$FAKE_DIR/built.txt")" -eq 4 ] || complain "not four builds"

test_name="faults end a chapter: how many are caught, and a line each"
driver run ch02 --backend sim
expect_exit 0
expect_line built.txt '--target faulty_d\.lens$'
expect_line out '^  1 of 2 faults caught$'
expect_line out '^    faulty_d, seen    race-shared at 01_k\.cu:7 and 9$'
expect_line out '^    faulty_d, missed  not caught here: right in 5 of 5 launches$'

test_name="a rung that is right but has hazards is no success"
driver run ch03 --backend sim
expect_exit 3
expect_line out '^1 racy_e .* hazards$'

test_name="figures recorded of a device that there are none of are refused"
driver run ch01 --backend sim --recorded h300
expect_exit 2
expect_line err "nothing is recorded of 'h300'"

test_name="recorded figures stand beside the same variant and type, with device, date and size"
mkdir -p "$FAKE_DIR/docs/results/nvidia-h100"
recorded() {
  printf '{"program": "%s", "arguments": "%s", "variant": "plain", "size": "9 M", "type": "%s", "unit": "GB/s", "median_s": 0.001, "spread": 0,
    "throughput": %s, "ceiling_fraction": null, "verified": true}' "$@"
}
cat >"$FAKE_DIR/docs/results/nvidia-h100/bench.json" <<END
{"about": {"device": "NVIDIA H100", "date": "2026-01-02"}, "complete": true, "runs": [], "rows": [
 $(recorded strided_a "" float 11), $(recorded good_b "" double 22), $(recorded good_b "--n 5" float 33)]}
END
driver run ch01 --backend sim
expect_exit 0
expect_line out '^1 K, float\. All results are correct\.$'
expect_line out 'Measured on H100 on 2026-01-02, at 9 M\.$'
expect_line out '^1 strided_a .* 11\.00$'
expect_no_line out '22\.00|33\.00'
driver run ch01 --backend sim --recorded none
expect_no_line out '11\.00'

test_name="a step of a ladder: its own output, then its line of the ladder below the step before it, and what is next"
fake_tutorial ch01_one:strided_a:naive ch01_one:good_b ch01_one:racy_c
driver run good_b --backend sim
expect_exit 0
expect_line out '^table of good_b$'
expect_line built.txt '--target good_b\.lens strided_a\.lens$'
expect_line out '^In the ladder, below the step before it:$'
expect_line out '^1 strided_a +as strided_a .*13% .*32-way '  # the launch takes the time, so no mark
expect_line out '^2 good_b +as good_b .*100% .*none '
expect_line out '^Next: \./tutorial explain good_b; then \./tutorial run racy_c$'
expect_no_line out '^table of strided_a$'
driver run strided_a --backend sim
expect_exit 0
expect_line out '^In the ladder:$'
expect_line out '^1 strided_a '
driver run racy_c --backend sim
expect_exit 3
expect_line err '^tutorial: racy_c has hazards: \./tutorial explain racy_c shows them$'
expect_no_line out 'In the ladder'
driver run good_b --backend sim -- --say hello
expect_exit 0
expect_line out '^said: hello$'
expect_line built.txt '--target good_b\.sim$'
expect_no_line out 'In the ladder'

test_name="a size that does not fit into memory gives way to the usual one, and that is said; a crash at that size is a failure"
fake_tutorial ch01_one:large_a:naive ch02_two:brittle_b:naive
driver run ch01 --backend sim
expect_exit 0
expect_line out '^1 K, float\. All results are correct\. Times are estimated for H200\.$'
expect_line out '^At a smaller size, since this machine has too little memory for --large: large_a\.$'
[ "$(sort "$FAKE_DIR/ran.txt" | paste -sd ' ')" = "large_a large_a" ] || complain "it did not run quickly, then at the usual size"
driver run ch02 --backend sim
expect_exit 1
expect_line out '^1 brittle_b +as brittle_b +failed \(killed by signal 11'

test_name="with a GPU predicted times stand beside measured ones where that is asked for"
FAKE_BACKEND=cuda
FAKE_GPU="NVIDIA H100 80GB HBM3"
fake_tutorial ch01_one:strided_a:naive ch01_one:good_b
fake_gpu
driver run ch01
expect_exit 0
expect_no_line out 'us  launch'
driver run ch01 --predicted
expect_exit 0
expect_line built.txt '--target strided_a\.cuda strided_a\.lens good_b\.cuda good_b\.lens$'
expect_line out '^1 K, float\. All results are correct\. Times are estimated for H100\.$'
expect_line out '^1 strided_a +as strided_a +13% +32-way +1\.000 ms '
expect_line out '^2 good_b +as good_b .* 1\.000 ms .* [0-9.]+ us  launch$'
expect_no_line out 'No estimates'

test_name="with a GPU the lens counts a sample at the size of the recorded results"
fake_tutorial ch01_one:sampled_a:naive
driver run ch01 --predict
expect_exit 0
expect_line out '^1 sampled_a +as sampled_a +100% .* 1\.000 ms .* us  launch$'
expect_no_line out 'No estimates'

test_name="where the simulator takes other sizes by default, that is said"
FAKE_LENS_SIZE="2 K" driver run ch01 --predict
expect_exit 0
expect_line out '^No estimates: .* after --\.$'
expect_no_line out 'estimated for'
