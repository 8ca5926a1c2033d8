#!/bin/sh
# A halo that arrives too late gives wrong cells, and unordered streams are a hazard: both are reported.
# Needs: heat_ranks.sim heat_ranks.lens
program=$BUILD_DIR/sim/ch07_shared_blocking/heat_ranks
lens=$BUILD_DIR/lens/ch07_shared_blocking/heat_ranks
[ -x "$program" ] || exit 77
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
unset LENS_JSON

ends_with() {  # exit code, command…
  wanted=$1
  shift
  "$@" >/dev/null 2>"$errors"
  status=$?
  [ $status -eq "$wanted" ] || { cat "$errors"; echo "$*: exit code $status, wanted $wanted"; exit 1; }
}

for ranks in 2 4; do
  for boundary in fixed insulated periodic; do
    ends_with 0 "$program" --quick --ranks $ranks --boundary $boundary
    ends_with 1 "$program" --quick --ranks $ranks --boundary $boundary --fault late_halo
    grep -q 'WRONG: .* cells\{0,1\}\|WRONG: .* values\{0,1\} .* wrong' "$errors" || { cat "$errors"; exit 1; }
  done
done
[ -x "$lens" ] || exit 0
ends_with 0 "$lens" --quick --ranks 2
ends_with 3 "$lens" --quick --ranks 2 --fault no_events
