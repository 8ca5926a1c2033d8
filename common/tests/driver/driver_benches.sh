#!/bin/sh
# `bench` with fake programs and a fake GPU: what runs, the results file, resuming, refusing, comparing.
# Needs: tutorial_author
set -eu
FAKE_BACKEND=cuda
FAKE_BENCH='{"chapter": "ch01_one", "ladder": "ch01_one", "program": "", "sizes": ["--n 10", "--n 20"], "others": ["--n 33 --say other"],
  "bytes": "8 * w", "operations": "w / 4"}, {"chapter": "ch02_two", "ladder": "", "program": "good_demo", "sizes": ["--n 7"],
  "others": [], "bytes": "w", "operations": ""}'
. "$SOURCE_DIR/common/tests/driver/fake/manifest.sh"
command -v git >/dev/null || exit 77
fake_tutorial ch01_one:good_cpu:baseline ch01_one:good_a:naive ch01_one:picky_b ch02_two:good_c ch02_two:good_demo:demo
git -C "$FAKE_DIR" init -q
commit() { git -C "$FAKE_DIR" -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m "$1"; }
commit first
results=$FAKE_DIR/bench.json
export TMPDIR="$FAKE_DIR/tmp"
mkdir "$TMPDIR"

refuses() {
  regex=$1
  shift
  test_name="refused: $*"
  author bench "$@"
  expect_exit 2
  expect_lines err 1
  expect_line err "^tutorial: .*$regex"
  [ ! -e "$FAKE_DIR/ran.txt" ] || complain "something was run"
}

test_name="--dry-run wants no GPU, and lists every run in the order of the run"
author bench --dry-run
expect_exit 0
expect_lines err 0
sed '/^$/,$d' "$FAKE_DIR/out" >"$FAKE_DIR/first"
printf 'ch01_one, ladder ch01_one\n  %s\n' good_cpu >"$FAKE_DIR/wanted"
printf '  %s\n' good_a picky_b "good_a --n 10" "picky_b --n 10" "good_a --n 20" "picky_b --n 20" "good_a --n 33 --say other" \
  "picky_b --n 33 --say other" >>"$FAKE_DIR/wanted"
cmp -s "$FAKE_DIR/first" "$FAKE_DIR/wanted" || complain "another plan"
expect_line out '^  good_demo --n 7$'
expect_line out '^12 runs$'
author bench --dry-run --only good_demo --only picky_b
expect_line out '^6 runs$'
author bench --dry-run --quick
expect_line out '^5 runs$'

test_name="without a GPU: exit 77, one line, nothing written"
(
  export CUDA_VISIBLE_DEVICES=
  author bench --json "$results"
  expect_exit 77
)
expect_lines err 1
expect_line err '^tutorial: bench measures on a GPU: no NVIDIA GPU is visible .*--dry-run'
[ ! -e "$results" ] || complain "a file was written"

refuses "no chapter, part or program 'god_a'. Did you mean good_a" --only god_a
refuses "--repeats" --repeats 5
refuses "after --" -- --repeats 5
refuses "--compare" --compare "$results"
refuses "excludes" --compare a b --targets c
refuses "excludes" --compare a b --dry-run
refuses "requires" --fail-on-slower
refuses "--only goes with a run" --compare a b --only good_a
fake_gpu
refuses "cannot write to './no/such/folder/x'" --json ./no/such/folder/x
refuses "regular file" --json -
refuses "regular file" --json /dev/full

test_name="one program"
author bench --json "$results" --only picky_b
expect_exit 0
expect_line out '^Measuring on Fake GPU: 4 runs, 0 of them done before'
expect_line built.txt '--target picky_b\.cuda$'
expect_line out '\[1/4\] picky_b: 1 row, '
expect_line out '\[2/4\] picky_b --n 10: left out: picky_b: takes no --n, '
refuses "is there already and is not overwritten" --json "$results" --only picky_b
rm "$results"

test_name="everything: a file with the device, each run with its arguments, each row with those of its run"
author bench --json "$results"
expect_exit 0
expect_lines ran.txt 9
for text in '"device": "Fake GPU"' '"compute_capability": "9.0"' '"l1_bytes": 262144' '"l2_bytes": 62914560' '"toolkit": "13.0.88"' \
  '"complete": true' '"commit": "'"$(git -C "$FAKE_DIR" rev-parse HEAD)"'"' '"command": "./tutorial bench"' '"finished": "2'; do
  grep -qF "$text" "$results" || complain "$results has no $text"
done
grep -q '"ladder":"ch01_one","programs":\["good_cpu","good_a","picky_b"\],"bytes":"8 \* w","operations":"w / 4"' "$results" || complain "no ladder"
grep -q '"program":"good_a","arguments":"--n 33 --say other","step":false,"failure":"","refused":""' "$results" || complain "no run"
grep -q '"program":"good_a",.*"size":"20",.*"arguments":"--n 20"' "$results" || complain "no row"
[ -z "$(ls -A "$TMPDIR")" ] || complain "left behind: $(ls -A "$TMPDIR")"

test_name="compared with itself nothing moved; with slower times all did"
author bench --compare "$results" "$results" --fail-on-slower
expect_exit 0
expect_line out '^9 rows within the spreads, 0 faster, 0 slower; 0 in A alone, 0 in B alone$'
sed 's/"median_s":0.001/"median_s":0.002/' "$results" >"$FAKE_DIR/slow.json"
author bench --compare "$results" "$FAKE_DIR/slow.json"
expect_exit 0
expect_line out '^good_a +plain +20 +float +--n 20 +1\.000 ms +2\.000 ms +0\.50 x +SLOWER$'
expect_line out '^0 rows within the spreads, 0 faster, 9 slower'
author bench --compare "$results" "$FAKE_DIR/slow.json" --fail-on-slower
expect_exit 1
author bench --compare "$FAKE_DIR/slow.json" "$results" --fail-on-slower
expect_exit 0
author bench --compare "$results" "$FAKE_DIR/build/tutorial.json"
expect_exit 1
expect_lines err 1
author bench --compare "$results" "$FAKE_DIR/none.json"
expect_exit 1
expect_lines err 1

test_name="held against targets"
cat >"$FAKE_DIR/targets.json" <<'END'
[{"work": "adding", "sizes": ["10", "20"], "ours": {"program": "good_a"}, "peer": {"name": "the CPU", "program": "good_cpu", "size": "1 K"},
  "targets": [{"of": "GB/s", "at_least": 90}, {"of": "peer's speed", "at_least": 1}], "derivation": "90% of the bus"},
 {"work": "flying", "ours": {"program": "wings"}, "targets": [{"of": "seconds", "at_most": 1}]}]
END
author bench --targets "$results" --list "$FAKE_DIR/targets.json"
expect_exit 0
expect_line out '^adding, 20: met$'
expect_line out '^  ours +100\.0 GB/s, 1\.000 ms$'
expect_line out '^  peer +no peer; our own the CPU: .*'
expect_line out '^  target +>= 90 GB/s; ahead of the CPU$'
expect_line out '^  derived from +90% of the bus$'
expect_line out '^  reached +100\.0 GB/s; 1\.00 x$'
expect_line out '^flying: missing: no row of wings$'
expect_line out '^  peer +no peer$'
expect_line out '^2 of 3 targets met \(0 of them ties: ahead of the peer by at most 5%\), 0 not met .*, 1 missing$'
sed -i 's/"at_least": 90/"at_least": 125/' "$FAKE_DIR/targets.json"
author bench --targets "$results" --list "$FAKE_DIR/targets.json" --markdown
expect_exit 1
expect_line out '^\| adding, 20 \|.*\| not met: 20\.0% short \|$'

test_name="a full disk: one line, and what was there before is still whole"
rm "$results"
FAKE_LIMIT=$FAKE_DIR/limited
cat >"$FAKE_LIMIT" <<'END'
#!/bin/sh
trap '' XFSZ
ulimit -f 3
exec "$@"
END
chmod +x "$FAKE_LIMIT"
code=0
rm -f "$FAKE_DIR/ran.txt"
sh "$FAKE_LIMIT" "$BUILD_DIR/bin/tutorial-author" --manifest "$FAKE_DIR/build/tutorial.json" bench --json "$results" \
  >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" || code=$?
[ "$code" -ne 0 ] || complain "exit code 0"
expect_lines err 1
expect_line err '^tutorial: cannot write to .*bench\.json'
grep -q '"complete": false' "$results" || complain "no file to go on from"
author bench --json "$results"
expect_exit 0
grep -q '"complete": true' "$results" || complain "not finished"
rm "$results"

test_name="Ctrl-C leaves a file from which the same command resumes"
fake_tutorial ch01_one:good_cpu:baseline ch01_one:good_a:naive ch02_two:slow_c ch02_two:good_demo:demo
for signal in INT TERM; do
  rm -f "$FAKE_DIR/slow.pid" "$FAKE_DIR/ran.txt" "$results"
  env --default-signal=INT "$BUILD_DIR/bin/tutorial-author" --manifest "$FAKE_DIR/build/tutorial.json" bench --json "$results" \
    >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" &
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
  expect_lines err 1
  expect_line err '^tutorial: interrupted: 5 of 8 runs are in .*; the same command resumes$'
  grep -q '"complete": false' "$results" || complain "the file says that it is complete"
  [ -z "$(ls -A "$TMPDIR")" ] || complain "left behind: $(ls -A "$TMPDIR")"
done
author bench --compare "$results" "$results"
expect_line out '^A .*\(unfinished\)$'
cp "$FAKE_DIR/build/cuda/good_a" "$FAKE_DIR/build/cuda/slow_c"
sed -i 's/^  slow_\*)/  never)/; s/^  wrong_\*)/  slow_*)/' "$FAKE_DIR/build/cuda/slow_c"
cp "$results" "$FAKE_DIR/unfinished.json"

refuses "unfinished, but its options is '' and here it is '--quick'" --json "$results" --quick
FAKE_GPU="Another GPU"
refuses "unfinished, but its device is 'Fake GPU' and here it is 'Another GPU'" --json "$results"
FAKE_GPU="Fake GPU"
commit second
refuses "unfinished, but its commit" --json "$results"
git -C "$FAKE_DIR" reset -q --soft HEAD~1
echo 1 >"$FAKE_DIR/ch01_one/added.cu"
git -C "$FAKE_DIR" add ch01_one/added.cu
refuses "unfinished, but its changes" --json "$results"
git -C "$FAKE_DIR" rm -q -f ch01_one/added.cu

test_name="resumed: what was done is not run again; a wrong result is the exit code, and in the file"
author bench --json "$results"
expect_exit 1
expect_line out '^Measuring on Fake GPU: 8 runs, 5 of them done before'
expect_lines ran.txt 3
expect_line err '^slow_c: \[3\] got 1, wanted 2$'
expect_line out '^8 runs in .*, 1 of them failed:$'
expect_line out '^  slow_c: failed \(exit 1\)$'
grep -q '"complete": true' "$results" || complain "not finished"
[ "$(grep -c '"median_s"' "$results")" -eq 8 ] || complain "not 8 rows"
grep -q '"program":"slow_c",.*"verified":false,.*"arguments":""' "$results" || complain "no row of what was wrong"

test_name="a run that failed is tried again when the file is gone on with"
sed 's/"failure":""/"failure":"failed"/' "$FAKE_DIR/unfinished.json" >"$results"
author bench --json "$results"
expect_lines ran.txt 8
[ "$(grep -c '"median_s"' "$results")" -eq 8 ] || complain "not 8 rows"

test_name="a copy of the tree without its history: TUTORIAL_COMMIT says which it is"
rm -rf "$FAKE_DIR/.git" "$results"
TUTORIAL_COMMIT=abc123 author bench --json "$results" --only good_a
grep -q '"commit": "abc123"' "$results" || complain "another commit"

test_name="added to: what the complete file has not, and what --only names anew; the file says when and from what"
TUTORIAL_COMMIT=def456 author bench --json "$results" --add
expect_exit 1
expect_line out '^Measuring on Fake GPU: 8 runs, 4 of them done before'
expect_lines ran.txt 4
grep -q '"commit": "abc123"' "$results" || complain "another commit"
today=$(date -u +%Y-%m-%d)
grep -q "\"date\": \"$today to $today\"" "$results" || complain "not the dates of both"
[ "$(grep -c '"commit": "def456"' "$results")" -eq 1 ] || complain "the commit of what was added is not there once"
[ "$(grep -c "\"added\":\"$today\"}" "$results")" -eq 4 ] || complain "not four runs say that they were added"
sed -i 's/"failure":"failed (exit 1)"/"failure":""/' "$results"
author bench --json "$results" --add --only good_a
expect_lines ran.txt 4
expect_line built.txt '--target good_a\.cuda$' # and no other program
[ "$(grep -c '"median_s"' "$results")" -eq 8 ] || complain "not 8 rows"
FAKE_GPU="Another GPU"
refuses "cannot be added to: its device is 'Fake GPU' and here it is 'Another GPU'" --json "$results" --add
FAKE_GPU="Fake GPU"
refuses "no-such-file.json is not there" --json "$FAKE_DIR/no-such-file.json" --add
refuses "unfinished: without --add it is gone on with" --json "$FAKE_DIR/unfinished.json" --add

test_name="a build that fails writes nothing"
rm "$results"
FAKE_BUILD_FAILS=1 author bench --json "$results"
expect_exit 1
expect_line err "expected ';'"
[ ! -e "$results" ] || complain "a file was written"
