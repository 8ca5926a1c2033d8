#!/bin/sh
# Makes the docs site anew in FOLDER/html out of FOLDER/Doxyfile, and checks its links. The target `docs` and its tests call this.
#
#   docs/make-site.sh FOLDER tutorial-driver doxygen PAGE.md …
set -eu
folder=$1
driver=$2
doxygen=$3
shift 3
rm -rf "$folder/html" "$folder/pages" "$folder/files"
"$driver" weave --sources "$folder" "$@"
# Doxygen's own layout, whichever version it is of, with our menu.
"$doxygen" -l "$folder/default.xml"
sed -e "/<navindex>/r $folder/menu.xml" -e '/<navindex>/,/<\/navindex>/d' "$folder/default.xml" >"$folder/layout.xml"
"$doxygen" "$folder/Doxyfile"
# Doxygen has one language for all pages.
sed -i 's/<html lang="en"/<html lang="zh-Hans"/' "$folder"/html/zh*.html
cp -R "$folder/files" "$folder/html/files"
"$driver" site --index --check "$folder/html"
