#!/bin/sh
# Faulty variants are reported, and neither a hanging variant nor Ctrl-C leaves processes or files behind.
# Needs: trial
trial=$BUILD_DIR/sim/trial
[ -x "$trial" ] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset LENS_JSON CUDASIM_TIMEOUT

fail() { echo "$*"; exit 1; }

has() {  # file, line
  grep -qE "$2" "$1" || { cat "$1"; fail "no line matches: $2"; }
}

ends_with() {  # exit code, command…
  wanted=$1
  shift
  "$@" >"$folder/out" 2>"$folder/err"
  status=$?
  [ $status -eq "$wanted" ] || { cat "$folder/out" "$folder/err"; fail "$*: exit code $status, wanted $wanted"; }
}

# Each fault in a process of its own, and the program's own end is a good one.
begin=$(date +%s)
ends_with 0 env LENS_JSON="$folder/lens.json" "$trial" --limit 1
[ $(($(date +%s) - begin)) -lt 20 ] || fail "the limit of 1 s was not kept"
has "$folder/out" '^right .*  right in 3 of 3 launches$'
has "$folder/out" '^wrong .*  wrong in 1 of 3 launches, first: 1 of 1 value.* is wrong; index 0: got -1515870811, wanted 1$'
has "$folder/out" '^spins .*  hangs: stopped after 1 s$'
has "$folder/out" '^throws .*  stopped: first line$'
has "$folder/out" '^exits .*  stopped: exit 9$'
has "$folder/out" '^aborts .*  stopped: killed by signal 6 \(Aborted\)$'
has "$folder/out" '^lens .*  right in 3 of 3 launches$'
has "$folder/out" '^mended .*  ok$'

# The other options reach the child; results go where the parent was told, and nowhere else.
ends_with 0 "$trial" --limit 1 --launches 1 --csv "$folder/rows.csv" --json=-
has "$folder/out" '"observed": "right in 1 of 1 launch"'
has "$folder/out" '"verified": null'
has "$folder/rows.csv" 'hangs: stopped after 1 s'

# One variant alone, here: its exit code says whether it was right, and the limit holds.
ends_with 0 "$trial" --variant right
ends_with 1 "$trial" --variant wrong
ends_with 1 "$trial" --variant throws
ends_with 0 "$trial" --variant mended
ends_with 1 "$trial" --variant spins --limit 1
has "$folder/err" '^trial: spins: hangs: stopped after 1 s$'

ends_with 2 "$trial" --limit 0
ends_with 2 "$trial" --launches 0
ends_with 2 "$trial" --variant none

# Ctrl-C, a terminal that closes, and a death without warning: the child that hangs goes too.
wait_until() {
  for _ in $(seq 100); do
    if eval "$1"; then return 0; fi
    sleep 0.1
  done
  fail "waited 10 s for: $1"
}
# A process that has ended and was not waited for yet is gone as well.
is_gone() { ! grep -q '^State:.[^ZX]' "/proc/$1/status" 2>/dev/null; }
for signal in INT TERM HUP KILL; do
  rm -f "$folder/id"
  # A shell without job control starts background commands with SIGINT ignored; env restores it.
  TRIAL_PROCESS_ID=$folder/id env --default-signal=INT "$trial" --limit 100 >"$folder/out" 2>&1 &
  parent=$!
  wait_until '[ -s "$folder/id" ]'
  child=$(cat "$folder/id")
  [ "$child" != $parent ] || fail "the fault runs in the program itself"
  kill -$signal $parent
  wait $parent
  status=$?
  [ $status -gt 128 ] || fail "SIG$signal: exit code $status"
  wait_until "is_gone $child"
done
