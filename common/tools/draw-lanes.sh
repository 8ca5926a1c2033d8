#!/bin/sh
# Draws which sectors or banks the lanes of a warp ask for, out of what the lens saw: docs/figures/drawn/lanes-*.svg.
#
#   common/tools/draw-lanes.sh           writes; wants the simulator, and no GPU
#   common/tools/draw-lanes.sh --check   exit code 1 and the differences if a figure is out of date
#
# BUILD_DIR: the build folder to ask, by default that of the preset auto. A line is named by what stands in it, since lines move.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
driver=${BUILD_DIR:-$root/build/auto}/bin/tutorial-driver
figures=$root/docs/figures/drawn
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# draw FIGURE SOURCE WORDS_OF_THE_LINE [args]: the first line of the source that has these words.
draw() {
  figure=lanes-$1.svg
  source=$root/$2
  line=$(grep -nF -e "$3" "$source" | head -n 1 | cut -d : -f 1)
  [ -n "$line" ] || { echo "draw-lanes: no line of $2 has '$3'" >&2; exit 1; }
  program=$(basename "$source" .cu | sed 's/^[0-9]*_//')
  shift 3
  "$driver" explain "$program" --line "$line" --svg "$folder/$figure" ${1:+-- "$@"} >/dev/null
}

draw strided-read ch08_transpose/02_transpose_strided_read.cu '] = in[std::size_t{col} * cols + row]'
draw array-of-structures ch06_reduction/gather/03_aos_soa.cu 'sum += in[i].piece[0]' --fields 4
draw tile-32 ch08_transpose/04_transpose_shared.cu '] = tile[x][y]'
draw tile-33 ch08_transpose/05_transpose_padded.cu '] = tile[x][y]'
draw stride-2 ch08_transpose/10_bank_conflicts.cu 'sum_of(tile[place])' --stride 2

case ${1:-} in
  --check)
    for figure in "$figures"/lanes-*.svg; do cp "$figure" "$folder/old-${figure##*/}"; done
    for figure in "$folder"/lanes-*.svg; do
      diff -u "$folder/old-${figure##*/}" "$figure" || { echo "a figure is out of date: common/tools/draw-lanes.sh draws it anew" >&2; exit 1; }
    done
    ;;
  '') mkdir -p "$figures" && cp "$folder"/*.svg "$figures" ;;
  *) echo "usage: draw-lanes.sh [--check]" >&2; exit 2 ;;
esac
