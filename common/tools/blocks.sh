# Marked blocks of Markdown pages, which scripts fill in: sourced by update-readme.sh and update-pages.sh. $page is the page, $folder a
# temporary folder.

# block NAME: what stands between the markers of that name.
block() {
  awk -v begin="<!-- $1: begin -->" -v end="<!-- $1: end -->" '$0 == end { inside = 0 } inside { print } $0 == begin { inside = 1 }' "$page"
}

# replace NAME FILE: puts the file's content between the markers.
replace() {
  grep -qxF "<!-- $1: begin -->" "$page" || { echo "no marker '$1' in $page" >&2; exit 1; }
  awk -v begin="<!-- $1: begin -->" -v end="<!-- $1: end -->" -v file="$2" '
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { inside = 1; while ((getline line < file) > 0) print line }' "$page" >"$folder/page"
  cat "$folder/page" >"$page"
}

# markers PATTERN: the names of the page's blocks that begin so.
markers() { sed -n "s/^<!-- \\($1.*\\): begin -->\$/\\1/p" "$page"; }
