#!/bin/sh
# `explain` rejects what it cannot explain with one line on standard error and exit code 2; and it passes on the exit codes of programs.
# Needs: tutorial_driver
# Tier: quick
set -eu
. "$SOURCE_DIR/common/tests/driver/fake/manifest.sh"
fake_tutorial ch01_one:good_a:naive ch01_one:good_b

# Scripts replace lens builds: each writes the report it is given.
cat >"$FAKE_DIR/lens.sh" <<'END_OF_PROGRAM'
#!/bin/sh
echo "$*" >>"$FAKE_DIR/ran.txt"
echo "the program's own table"
[ -z "${FAKE_REPORT:-}" ] || printf '%s\n' "$FAKE_REPORT" >"$LENS_JSON"
[ "${FAKE_EXIT:-0}" -eq 0 ] || echo "good_a: it says why" >&2
exit "${FAKE_EXIT:-0}"
END_OF_PROGRAM
chmod +x "$FAKE_DIR/lens.sh"
sed -i "s|{\"sim\": \"\(.*/sim/good_a\)\"}|{\"sim\": \"\1\", \"lens\": \"$FAKE_DIR/lens.sh\"}|" "$FAKE_DIR/build/tutorial.json"
printf 'one\ntwo\nthree\n' >"$FAKE_DIR/one.cu"
nulls=$(printf ', null%.0s' $(seq 31))
sample='{"bytes": 4, "addresses": [0'$nulls'], "lanes_together": []}'
line='{"file": "'$FAKE_DIR'/one.cu", "line": 2, "space": "global", "op": "load", "requests": 1, "sectors": 1, "sectors_per_request": 1,
  "ideal_sectors_per_request": 1, "wavefronts": 0, "conflict_degree": 0, "excess_wavefronts": 0, "bytes": 4, "sample": '$sample'}'
kernels='[{"name": "k", "launches": 1, "blocks": 1, "watched_blocks": 1, "barriers": 0, "lines": ['$line']}]'
hazard='{"kind": "race-global", "kernel": "k", "first": {"file": "'$FAKE_DIR'/one.cu", "line": 2, "thread": [0, 0, 0], "block": [0, 0, 0]},
  "second": {"file": "'$FAKE_DIR'/one.cu", "line": 3, "thread": [1, 0, 0], "block": [0, 0, 0]}, "text": "Both write.", "times": 1}'
# shellcheck disable=SC2089  # quotes of JSON
FAKE_REPORT="{\"kernels\": $kernels, \"hazards\": []}"
# shellcheck disable=SC2090  # the same
export FAKE_REPORT

refuses() {
  regex=$1
  shift
  test_name="$*"
  driver "$@"
  expect_exit 2
  expect_lines err 1
  expect_line err "^tutorial: .*$regex"
  expect_lines out 0
}
refuses_unrun() {
  refuses "$@"
  [ ! -e "$FAKE_DIR/ran.txt" ] || complain "something was run"
}
refuses_unrun 'takes one program' explain
refuses_unrun "no chapter, part or program 'god_a'. Did you mean good_a" explain god_a
refuses_unrun 'takes one program' explain ch01
refuses_unrun 'not empty' explain ''
refuses_unrun 'good_b has no kernels to explain' explain good_b
refuses_unrun 'takes one program' explain --break
refuses_unrun 'there is no option --rows\..* after --: ./tutorial explain good_a -- --rows 5$' explain good_a --rows 5
refuses_unrun 'Did you mean --line\?' explain good_a --lnie 3
refuses_unrun 'there is no option --rosw' explain --rosw
refuses_unrun 'good_b' explain good_a good_b
refuses_unrun '--line' explain good_a --line x
refuses_unrun 'h2000' explain good_a --gpu h2000
refuses_unrun '--svg draws one line' explain good_a --svg x.svg
refuses_unrun 'cannot write to ./no/such/folder/x' explain good_a --line 2 --svg /no/such/folder/x
refuses_unrun 'cannot write to ./no/such/folder/x' explain good_a --json /no/such/folder/x
refuses_unrun 'same place' explain good_a --line 2 --svg "$FAKE_DIR/x" --json "$FAKE_DIR/x"
refuses_unrun 'cannot write to ./no/such/folder/x' explain good_a --sarif /no/such/folder/x
refuses_unrun 'same place' explain good_a --sarif "$FAKE_DIR/x" --json "$FAKE_DIR/x"
refuses 'line 1 of ch01_one/01_good_a.cu accesses no memory; lines that do: 2$' explain good_a --line 1 --svg "$FAKE_DIR/x"
[ ! -e "$FAKE_DIR/x" ] || complain "a picture of nothing was written"

test_name="a right program"
driver explain good_a -- --say "two words"
expect_exit 0
expect_line built.txt '--target good_a\.lens$'
expect_line ran.txt '^--say two words$'
expect_line out '^k: 1 launch of 1 block$'
expect_line out '^global load +1 / 1 +4 bytes +2 │ two$'
expect_no_line out 'own table'
expect_lines err 0

test_name="a program's own source is the program"
driver explain ch01_one/01_good_a.cu
expect_exit 0
expect_line out '^k: 1 launch of 1 block$'

test_name="hazards: both lines, exit code 3"
FAKE_EXIT=3 FAKE_REPORT="{\"kernels\": $kernels, \"hazards\": [$hazard]}" driver explain good_a
expect_exit 3
expect_line out '^.*one.cu:2:1: warning: race-global in k$'
expect_line out '^  one.cu:2  two$'
expect_line out '^  one.cu:3  three$'
expect_line out '2!│ two$'
expect_lines err 0

test_name="a picture on standard output, its text on standard error"
driver explain good_a --line 2 --svg -
expect_exit 0
expect_line out '^<svg '
expect_no_line out 'global load$'
expect_line err '^k, line 2: global load$'

test_name="a program that fails: its words, its exit code, and what was counted"
FAKE_EXIT=1 driver explain good_a
expect_exit 1
expect_line err '^good_a: it says why$'
expect_line err '^tutorial: good_a failed \(exit 1\); all it said is in '
expect_line out '^global load'

test_name="bad arguments of the program: its words alone"
FAKE_EXIT=2 driver explain good_a -- --nonsense
expect_exit 2
expect_line err '^good_a: it says why$'
expect_no_line err '^tutorial:'
expect_lines out 0

test_name="no kernel was launched; no report; a report that is none"
FAKE_REPORT='{"kernels": [], "hazards": []}' driver explain good_a
expect_exit 0
expect_line out '^good_a has launched no kernel\.$'
FAKE_REPORT='' driver explain good_a
expect_exit 1
expect_line err '^tutorial: good_a left no report of the lens$'
FAKE_REPORT='{' driver explain good_a
expect_exit 1
expect_lines err 1
