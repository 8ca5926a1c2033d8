#!/bin/sh
# A search finds the levels of a graph with directed edges, even in steps that start from the vertices not yet reached. The blocks are so small
# that a frontier with many edges does not fit in one.
# Needs: ch06_reduction.sim
programs=$BUILD_DIR/sim/ch06_reduction
for program in breadth_first bfs_on_device bfs_parts bfs_two_directions bfs_cluster_levels; do [ -x "$programs/$program" ] || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Each of 900 vertices leads to six others; one in 81 of them, to all that are a multiple of nine as well.
awk 'BEGIN {
  for (v = 1; v <= 900; ++v) {
    for (k = 1; k <= 6; ++k) line[++lines] = v " " (v * v * k + 37 * k + v) % 900 + 1
    if (v % 81 == 5) for (u = 9; u <= 900; u += 9) line[++lines] = v " " u
  }
  print "%%MatrixMarket matrix coordinate pattern general"
  print 900, 900, lines
  for (i = 1; i <= lines; ++i) print line[i]
}' >"$folder/one_way.mtx"

for program in breadth_first bfs_on_device bfs_seen_bits bfs_parts bfs_small_levels bfs_two_directions bfs_cluster_levels; do
  for source in 4 500; do
    "$programs/$program" --matrix "$folder/one_way.mtx" --source $source --block 64 >"$folder/out" 2>&1 ||
      { echo "$program --source $source: exit code $?"; cat "$folder/out"; exit 1; }
    grep -q ' reaches [5-9][0-9][0-9] vertices in ' "$folder/out" || { echo "too few are reached:"; cat "$folder/out"; exit 1; }
  done
done
