#!/bin/sh
# The memory programs refuse invalid sizes with the reason.
# Needs: ch06_reduction.sim
# shellcheck source=ch06_reduction/tests/support/refuses.sh
. "$SOURCE_DIR/ch06_reduction/tests/support/refuses.sh"
[ -x "$programs/memory_latency" ] && [ -x "$programs/memory_bandwidth" ] || exit 77

refuses 'one line' memory_latency --bytes 127
refuses '32 bits' memory_latency --steps 4294967296
refuses 'one read of a block' memory_bandwidth --bytes 16383
refuses '1048576' memory_bandwidth --steps 1048577
