#!/bin/sh
# A list that does not fit is refused in one line, which says what would fit.
# Needs: k_nearest.sim
program=$BUILD_DIR/sim/ch07_shared_blocking/k_nearest
[ -x "$program" ] || exit 77

for k in 0 33 1000000000; do
  message=$("$program" --quick --k "$k" 2>&1 >/dev/null)
  status=$?
  if [ $status -ne 2 ]; then echo "--k $k: exit code $status, wanted 2"; exit 1; fi
  case $message in
    *'--k must be 1 to 32'*) ;;
    *) echo "--k $k: message: $message"; exit 1 ;;
  esac
done
