# shellcheck shell=sh
# Part of the scripts that draw figures with gnuplot, which source it: one look for all, readable on light and on dark pages.

# The gnuplot that draws here; another one places text and lines a little differently.
gnuplot_version() { gnuplot --version | sed 's/^gnuplot //; s/^\([^ ]*\) patchlevel /\1 patchlevel /'; }

# themed TITLE: makes a figure of gnuplot's out of one on standard input. Black follows the page: dark on light, light on dark. The rest of
# the colours are readable on both.
themed() {
  sed -e 's/<title>Gnuplot<\/title>/<title>'"$1"'<\/title><style>svg:root { color: #222; } @media (prefers-color-scheme: dark) { svg:root { color: #ddd; } }<\/style>/' \
    -e "s/['\"]black['\"]/'currentColor'/g; s/color:black; *//g"
}

# publish NEW OLD: puts a figure in its place; where `check` is set, says whether it is in its place instead: 1 if not, 77 if another
# gnuplot has drawn what is there.
publish() {
  if [ -z "$check" ]; then
    mkdir -p "$(dirname "$2")"
    cp "$1" "$2"
  elif [ -f "$2" ] && ! grep -q "GNUPLOT $(gnuplot_version) " "$2"; then
    echo "$(basename "$0" .sh): $2 is another gnuplot's work; this one is $(gnuplot_version)" >&2
    return 77
  elif ! cmp -s "$1" "$2"; then
    echo "$(basename "$0" .sh): $2 is out of date: common/tools/$(basename "$0") draws it anew" >&2
    return 1
  fi
}

# wants TOOL…: ends the script with a clear line where one of them is not installed: 77 where `check` is set, else 1.
wants() {
  for tool in "$@"; do
    command -v "$tool" >/dev/null && continue
    echo "$(basename "$0" .sh): $tool is not installed (Debian: gnuplot-nox, jq)" >&2
    [ -n "$check" ] && exit 77
    exit 1
  done
}
