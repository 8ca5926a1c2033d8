#!/bin/sh
# Sizes for which reduce_in_place would be wrong are refused with the reason.
# Needs: reduce_in_place.sim
program=$BUILD_DIR/sim/ch06_reduction/reduce_in_place
[ -x "$program" ] || exit 77

refuses() {  # size, what the message must contain
  message=$("$program" --n "$1" 2>&1 >/dev/null)
  status=$?
  if [ $status -ne 2 ]; then echo "--n $1: exit code $status, wanted 2"; exit 1; fi
  case $message in
    *"$2"*) ;;
    *) echo "--n $1: no '$2' in: $message"; exit 1 ;;
  esac
}

refuses 3 'power of two'
refuses 12 'power of two'
refuses 2047 'power of two'
refuses 2049 '__syncthreads()'
refuses 4096 '__syncthreads()'
