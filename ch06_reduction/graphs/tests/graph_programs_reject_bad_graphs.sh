#!/bin/sh
# Graphs that cannot be read, or that a program does not support, end in one line with the reason, and exit code 2.
# The picture of the independent set is the same on every back end: it depends only on the seed.
# Needs: ch06_reduction.sim
# shellcheck source=ch06_reduction/tests/support/refuses.sh
. "$SOURCE_DIR/ch06_reduction/tests/support/refuses.sh"
[ -x "$programs/independent_set" ] && [ -x "$programs/breadth_first" ] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

sample=$SOURCE_DIR/ch06_reduction/sparse/data
head -n 40 "$sample/uneven.mtx" >"$folder/truncated.mtx"
printf '%%%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n' >"$folder/oblong.mtx"

for program in independent_set breadth_first bfs_two_directions bfs_cluster_levels independent_set_order independent_set_bytes; do
  refuses 'truncated.mtx, line 40: the file ends after 36 of the' "$program" --matrix "$folder/truncated.mtx"
  refuses 'cannot open' "$program" --matrix "$folder/none.mtx"
  refuses '--scale must not exceed 30' "$program" --data rmat --scale 31
  refuses 'choose a smaller --scale or --degree' "$program" --data rmat --scale 28
  refuses 'choose a smaller --grid or --degree' "$program" --data random --grid 46000
  refuses 'must be square; this one is 2 x 3' "$program" --matrix "$folder/oblong.mtx"
done
for program in breadth_first bfs_on_device bfs_two_directions bfs_cluster_levels; do
  refuses '--source must be a vertex: below 72' "$program" --matrix "$sample/uneven.mtx" --source 72
done

for backend in sim cuda; do
  program=$BUILD_DIR/$backend/ch06_reduction/independent_set
  [ -x "$program" ] || continue
  "$program" --quick --seed 1 >"$folder/out" 2>/dev/null
  [ $? -eq 77 ] && continue
  grep '^  [X0] ' "$folder/out" >"$folder/picture"
  if ! cmp -s "$folder/picture" "$SOURCE_DIR/ch06_reduction/graphs/tests/independent_set_seed_1.txt"; then
    echo "$backend: the independent set of the 10 x 10 grid has changed:"
    cat "$folder/picture"
    exit 1
  fi
done
