#!/bin/sh
# Draws which cells of a tile lie in one bank of shared memory: the tile 32 words wide, and 33. Chapter 8 shows it.
#
#   common/tools/draw-banks.sh            writes docs/figures/drawn/tile-banks.svg
#   common/tools/draw-banks.sh --check    exit code 1 if that is not what is there
set -eu
figure=$(cd "$(dirname "$0")/../.." && pwd)/docs/figures/drawn/tile-banks.svg
case ${1-} in '' | --check) ;; *) echo "usage: draw-banks.sh [--check]" >&2; exit 2 ;; esac

drawn() {
  awk '
    # A tile of 32 rows, `width` words each, whose cells in bank `bank` are filled, and column `bank` framed.
    function tile(width, top, turns,    row, col, word) {
      printf "<text x=\"8\" y=\"%d\" class=\"heading\">%d words wide: %s</text>\n", top, width, turns
      printf "<rect x=\"8\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"tile\"/>\n", top + 8, width * cell, 32 * cell
      if (width > 32)
        printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"unused\"/>\n", 8 + 32 * cell, top + 8, cell, 32 * cell
      for (row = 0; row < 32; ++row)
        for (col = 0; col < width; ++col) {
          word = row * width + col
          if (word % 32 == bank)
            printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"%s\"/>\n", 8 + col * cell, top + 8 + row * cell, cell, cell, col == bank ? "hit" : "bank"
        }
      printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"column\"/>\n", 8 + bank * cell, top + 8, cell, 32 * cell
    }
    BEGIN {
      cell = 8
      bank = 12
      print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 288 640\" role=\"img\" aria-labelledby=\"tile-banks-title tile-banks-text\" class=\"tile-banks\" font-family=\"sans-serif\" font-size=\"13\" fill=\"currentColor\" stroke=\"none\">"
      print "<title id=\"tile-banks-title\">The cells of one bank in a tile 32 words wide and in one 33 words wide</title>"
      print "<desc id=\"tile-banks-text\">Two tiles of 32 rows. Filled: the cells that lie in bank 12. Framed: column 12, which a warp reads. With 32 words a row the whole column lies in bank 12. With 33 the bank moves one column to the left in each row, and meets the framed column in one cell.</desc>"
      print "<style>"
      print "svg:root { color: #222; }"
      print "@media (prefers-color-scheme: dark) { svg:root { color: #ddd; } }"
      print ".tile-banks .heading { font-weight: bold; }"
      print ".tile-banks .tile { fill: none; stroke: currentColor; stroke-opacity: 0.6; }"
      print ".tile-banks .unused { fill: currentColor; fill-opacity: 0.15; }"
      print ".tile-banks .bank { fill: currentColor; fill-opacity: 0.6; }"
      print ".tile-banks .hit { fill: #d9480f; }"
      print ".tile-banks .column { fill: none; stroke: #d9480f; stroke-width: 2; }"
      print "</style>"
      tile(32, 20, "32 of the column in one bank")
      tile(33, 320, "1 of the column in it")
      print "<text x=\"8\" y=\"612\">Filled: cells of bank " bank ". Framed: column " bank ".</text>"
      print "<text x=\"8\" y=\"630\">Grey: the column that holds nothing.</text>"
      print "</svg>"
    }'
}

if [ $# -eq 0 ]; then
  mkdir -p "$(dirname "$figure")"
  drawn >"$figure"
elif ! drawn | cmp -s - "$figure"; then
  echo "draw-banks: $figure is out of date: common/tools/draw-banks.sh draws it anew" >&2
  exit 1
fi
