#!/bin/sh
# The memory programs refuse invalid sizes with the reason.
# Needs: ch06_reduction.sim
programs=$BUILD_DIR/sim/ch06_reduction
[ -x "$programs/memory_latency" ] && [ -x "$programs/memory_bandwidth" ] || exit 77

refuses() {  # what the message must contain, then the command line
  wanted=$1
  program=$2
  shift 2
  message=$("$programs/$program" "$@" 2>&1 >/dev/null)
  status=$?
  if [ $status -ne 2 ]; then echo "$program $*: exit code $status, wanted 2"; exit 1; fi
  case $message in
    *"$wanted"*) ;;
    *) echo "$program $*: no '$wanted' in: $message"; exit 1 ;;
  esac
}

refuses 'one line' memory_latency --bytes 127
refuses '32 bits' memory_latency --steps 4294967296
refuses 'one read of a block' memory_bandwidth --bytes 16383
refuses '1048576' memory_bandwidth --steps 1048577
