#!/bin/sh
# Makes the docs site in FOLDER/html from FOLDER/Doxyfile, and checks its links. The target `docs` and its tests call this. If nothing has
# changed since the last site that was complete, there is nothing to do.
#
#   docs/make-site.sh FOLDER tutorial-author tutorial-driver PAGE.md …
#
# Exit code 77 if Doxygen is not installed.
set -eu
theme=$(cd "$(dirname "$0")/theme" && pwd)
folder=$1
author=$2
driver=$3
shift 3
command -v doxygen >/dev/null || { echo "skipped: Doxygen is not installed"; exit 77; }
root=$(dirname "$(dirname "$theme")")
stamp=$folder/complete
# Folders are newer than the stamp, too, when a file in them has come or gone.
if [ -e "$stamp" ] && [ -z "$(find "$root/docs" "$root/CONTRIBUTING.md" "$root/common/include" "$root/common/sim/lens" "$root/common/marking/README.md" \
  "$root"/ch* "$author" "$driver" "$folder/Doxyfile" -newer "$stamp" -print -quit)" ]; then
  exit 0
fi
rm -f "$stamp"
rm -rf "$folder/html" "$folder/pages" "$folder/files"
"$author" weave --sources "$folder" "$@"
cp "$folder/Doxyfile" "$folder/Doxyfile.used"
# From this version on, a README.md would be the page of its folder.
case $(doxygen --version) in 1.9.* | 1.10.*) ;; *) echo "IMPLICIT_DIR_DOCS = NO" >>"$folder/Doxyfile.used" ;; esac
doxygen "$folder/Doxyfile.used"
if grep -l 'class="ttc"' "$folder"/html/*.html; then echo "Doxygen has put its tooltips into these pages"; exit 1; fi
"$author" site --frame --revision "$(git -C "$root" log -1 --format='Revision %h of %cs' 2>/dev/null || true)" "$folder/html"
cp -R "$folder/files" "$folder/html/files"
for file in "$theme"/*; do
  case $file in */steps*.html) ;; *) cp "$file" "$folder/html" ;; esac  # players without steps; a page has such a name
done
for trace in "$theme"/../steps/*.json; do
  page=$folder/html/steps_$(basename "$trace" .json).html
  "$driver" explain "$trace" --steps "$page"
  sed -i 's/^<html lang="en">/<html lang="en" data-site="1">/' "$page"  # other pages of the site are beside it
done
# Each line of beside.txt: two recordings that are shown side by side.
while read -r left right; do
  sed "s/LEFT/$left/g; s/RIGHT/$right/g" "$theme/steps_beside.html" >"$folder/html/steps_${left}_${right}.html"
done <"$theme/../steps/beside.txt"
"$author" site --index --check "$folder/html"
touch "$stamp"
