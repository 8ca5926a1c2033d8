#!/bin/sh
# Draws what needs no measurement: docs/figures/drawn/{reduction-tree,transpose-tiles,halo}.svg. Each drawing follows from a few numbers,
# which stand in the calls at the end.
#
#   common/tools/draw-ideas.sh           writes
#   common/tools/draw-ideas.sh --check   exit code 1 and the differences if a drawing is out of date
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
figures=$root/docs/figures/drawn
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What all have: awk functions that print SVG, in the text's own colour, so that it follows a light or a dark page.
shared='
function head(width, height, name, title, text) {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title %s-text\" class=\"idea\" font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\" stroke=\"none\">\n", width, height, name, name
  printf "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-text\">%s</desc>\n", name, title, name, text
  print "<style>\nsvg:root { color: #222; }\n@media (prefers-color-scheme: dark) { svg:root { color: #ddd; } }"
  print ".idea rect { fill: none; stroke: currentColor; }\n.idea rect.marked { fill: #d9480f; fill-opacity: 0.75; }\n.idea rect.soft { fill: #1f78b4; fill-opacity: 0.35; }"
  print ".idea line { stroke: currentColor; opacity: 0.6; }\n.idea .note { opacity: 0.75; }\n</style>"
}
function box(x, y, w, h, class) { printf "<rect class=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>\n", class, x, y, w, h }
function words(x, y, text, anchor, class) { printf "<text x=\"%g\" y=\"%g\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", x, y, anchor, class, text }
function edge(a, b, c, d) { printf "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\"/>\n", a, b, c, d }
'

# tree VALUES: a block of VALUES threads adds up VALUES values; below each row the barrier that makes it complete.
tree() {
  awk -v n="$1" "$shared"'BEGIN {
    cell = 40; step = 62
    for (levels = 0; 2 ^ levels < n; ++levels);
    head(n * cell + 130, levels * step + 50, "tree", "The tree of a reduction of " n " values",
         n " values become one in " levels " levels. On each level the first half of the threads that are left adds the value one stride away; a barrier stands between two levels.")
    for (i = 0; i < n; ++i) value[i] = i + 1
    for (level = 0; level <= levels; ++level) {
      left = n / 2 ^ level; y = level * step + 10
      for (i = 0; i < n; ++i) {
        box(i * cell + 2, y, cell - 4, 24, i < left ? (level == levels ? "marked" : "soft") : "")
        words(i * cell + cell / 2, y + 16, value[i], "middle", i < left ? "" : "note")
      }
      if (level == levels) break
      stride = left / 2
      for (i = 0; i < stride; ++i) {
        edge(i * cell + cell / 2, y + 24, i * cell + cell / 2, y + step)
        edge((i + stride) * cell + cell / 2, y + 24, i * cell + cell / 2, y + step)
        value[i] += value[i + stride]
      }
      words(n * cell + 8, y + 16, level == 0 ? "one value a thread" : "", "start", "note")
      words(n * cell + 8, y + step - 12, "stride " stride ", barrier", "start", "note")
    }
    words(n * cell + 8, levels * step + 26, "the sum", "start", "note")
    print "</svg>"
  }'
}

# tiles COUNT: a matrix of COUNT x COUNT tiles and its transpose; the tile that one block carries, and how.
tiles() {
  awk -v n="$1" "$shared"'BEGIN {
    cell = 34; size = n * cell; row = 1; col = 3; gap = 120
    head(2 * size + gap + 20, size + 60, "tiles", "A block transposes one tile",
         "The tile in row " row " and column " col " of the input becomes the tile in row " col " and column " row " of the output. Inside shared memory its rows are read as columns.")
    for (side = 0; side < 2; ++side) {
      x0 = 10 + side * (size + gap)
      words(x0 + size / 2, 16, side ? "output" : "input", "middle", "")
      for (r = 0; r < n; ++r) for (c = 0; c < n; ++c)
        box(x0 + c * cell, 26 + r * cell, cell, cell, (side ? r == col && c == row : r == row && c == col) ? "marked" : "")
    }
    x = 10 + size + gap / 2
    box(x - cell / 2, 26 + size / 2 - cell / 2, cell, cell, "soft")
    words(x, 26 + size / 2 - cell / 2 - 8, "shared tile", "middle", "note")
    words(x, 26 + size / 2 + cell / 2 + 16, "rows in,", "middle", "note")
    words(x, 26 + size / 2 + cell / 2 + 30, "columns out", "middle", "note")
    edge(10 + (col + 1) * cell, 26 + row * cell + cell / 2, x - cell / 2, 26 + size / 2)
    edge(x + cell / 2, 26 + size / 2, 10 + size + gap + row * cell, 26 + col * cell + cell / 2)
    words(10, size + 46, "Lanes go along the rows on both sides: both are coalesced.", "start", "note")
    print "</svg>"
  }'
}

# halo WIDTH HEIGHT: the cells of a tile, and those around it that a 5-point stencil reads.
halo() {
  awk -v w="$1" -v h="$2" "$shared"'BEGIN {
    cell = 26
    read = 2 * (w + h)
    head((w + 2) * cell + 20, (h + 2) * cell + 50, "halo", "A tile of " w " x " h " cells and its halo",
         "A block computes " w * h " cells and reads " w * h + read ": its own, and " read " of its neighbours.")
    for (r = -1; r <= h; ++r) for (c = -1; c <= w; ++c) {
      inside = r >= 0 && r < h && c >= 0 && c < w
      corner = (r < 0 || r == h) && (c < 0 || c == w)
      if (!corner) box(10 + (c + 1) * cell, 10 + (r + 1) * cell, cell - 2, cell - 2, inside ? "soft" : "marked")
    }
    words(10, (h + 2) * cell + 26, w * h " cells computed, " w * h + read " read: " sprintf("%.2f", (w * h + read) / (w * h)) " a cell; without a tile 5", "start", "note")
    print "</svg>"
  }'
}

tree 8 >"$folder/reduction-tree.svg"
tiles 5 >"$folder/transpose-tiles.svg"
halo 12 6 >"$folder/halo.svg"

case ${1:-} in
  --check)
    for figure in "$folder"/*.svg; do
      diff -u "$figures/${figure##*/}" "$figure" || { echo "a drawing is out of date: common/tools/draw-ideas.sh draws it anew" >&2; exit 1; }
    done
    ;;
  '') mkdir -p "$figures" && cp "$folder"/*.svg "$figures" ;;
  *) echo "usage: draw-ideas.sh [--check]" >&2; exit 2 ;;
esac
