#!/bin/sh
# Pitfall P8: the number of elements that the fault misplaces, computed and counted; and the sizes that are right by accident.
# Needs: transpose_wrong_place.sim
set -eu
program="$BUILD_DIR/sim/ch08_transpose/transpose_wrong_place"
[ -x "$program" ] || exit 77

for n in 0 1 31 32 33 64 97 128; do
  "$program" --quick --n $n --csv - | awk -F, -v n=$n '
    function fail(what) { print "n = " n ": " what; wrong = 1 }
    # Variants hold commas; what was seen does not, and stands before the last field.
    /own place|mirrored place/ {
      data = $0; sub(/^.*(own|mirrored) place, /, "", data); sub(/".*$/, "", data)
      seen = $(NF - 1)
      got = seen == "right by accident" ? 0 : seen + 0
      rest = n % 32; tiles = (n - rest) / 32
      outside = n * n - tiles * 1024 - rest * rest
      # A column of a tile keeps its place on the diagonal alone.
      symmetric = outside - tiles * (tiles - 1) * 32 - 2 * tiles * rest
      if (data == "random, one tile" || data == "identity") want = 0
      else if (data == "random" && /own place/) want = outside
      else if (data == "symmetric") want = symmetric
      else if (data == "all equal") want = 2 * tiles * rest * (32 - rest)
      else if (/mirrored place/) { if (!/,true,/) fail("the mended kernel is wrong"); next }
      else fail("no such data: " data)
      ++rows
      if (got != want) fail(data ": " seen ", predicted " want)
    }
    END { if (rows != 5) fail(rows " rows of the fault, not 5"); exit wrong }'
done
