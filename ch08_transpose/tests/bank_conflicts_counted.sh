#!/bin/sh
# The conflict degree that the lens counts from addresses equals the computed one, for every stride and width; and the
# drawing has a line for each wavefront that the lens counts.
# Needs: bank_conflicts.lens
set -eu
program="$BUILD_DIR/lens/ch08_transpose/bank_conflicts"
[ -x "$program" ] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# For the CPU, clang reads 16 bytes in two pieces, and the lens counts two requests.
case $CXX in *clang*) pieces=uint4 ;; *) pieces= ;; esac

stride=1
while [ $stride -le 33 ]; do
  LENS_JSON="$folder/lens.json" "$program" --quick --bytes all --draw $stride >"$folder/out" 2>"$folder/table"
  awk -v stride=$stride -v pieces="$pieces" '
    function number(key) { match($0, "\"" key "\": [0-9]+"); return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0 }
    FNR == NR && /^"ranges"/ { rows = 1 }  # the same again, row by row
    FNR == NR && rows { next }
    FNR == NR && match($0, /read_with_stride<[a-z0-9 ]+>/) { type = substr($0, RSTART + 17, RLENGTH - 18) }
    FNR == NR && type == "unsigned int" { type = "unsigned" }
    FNR == NR && /"space": "shared", "op": "load"/ { degree[type] = number("conflict_degree"); turns[type] = number("wavefronts") }
    FNR == NR { next }

    /^stride / { predicted[$(NF - 1)] = /no conflict/ ? 1 : $3 + 0 }
    /^elements of / { drawing = $3 == 4 ? "unsigned" : $3 == 8 ? "uint2" : "uint4" }
    /^turn / { ++drawn[drawing] }
    END {
      for (type in predicted) {
        ++types
        if (type == pieces) continue
        if (predicted[type] != degree[type]) { print "stride " stride ", " type ": predicted " predicted[type] ", counted " degree[type]; wrong = 1 }
        # 2 reads by each of 32 warps.
        if (drawn[type] * 64 != turns[type]) { print "stride " stride ", " type ": " drawn[type] " turns drawn, " turns[type] " counted in 64 requests"; wrong = 1 }
      }
      if (types != 3) { print "stride " stride ": " types + 0 " widths, not 3"; wrong = 1 }
      exit wrong
    }' "$folder/lens.json" "$folder/out"
  stride=$((stride + 1))
done
