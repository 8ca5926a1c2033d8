#!/bin/sh
# Sizes for which reduce_in_place would be wrong are refused with the reason.
# Needs: reduce_in_place.sim
# shellcheck source=ch06_reduction/tests/support/refuses.sh
. "$SOURCE_DIR/ch06_reduction/tests/support/refuses.sh"
[ -x "$programs/reduce_in_place" ] || exit 77

refuses 'power of two' reduce_in_place --n 3
refuses 'power of two' reduce_in_place --n 12
refuses 'power of two' reduce_in_place --n 2047
refuses '__syncthreads()' reduce_in_place --n 2049
refuses '__syncthreads()' reduce_in_place --n 4096
