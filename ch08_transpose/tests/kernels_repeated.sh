#!/bin/sh
# A kernel that later rungs use stands in a header too, letter by letter as in the rung that is about it.
set -eu
cd "$SOURCE_DIR/ch08_transpose"

# What stands between the two lines `// [repeated]`, without the other marks.
kernel() { sed -n '/^\/\/ \[repeated\]$/,/^\/\/ \[repeated\]$/p' "$1" | sed '/^ *\/\/ \[[a-z]*\]$/d'; }

for pair in 15_transpose_lines.cu:lines.cuh 16_transpose_tall.cu:tall.cuh; do
  rung=${pair%:*} header=${pair#*:}
  [ "$(kernel "$rung" | wc -l)" -gt 30 ] || { echo "$rung has no kernel between marks" >&2; exit 1; }
  [ "$(kernel "$rung")" = "$(kernel "$header")" ] || { echo "$rung and $header have different kernels" >&2; exit 1; }
done
