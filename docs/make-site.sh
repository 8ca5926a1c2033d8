#!/bin/sh
# Makes the docs site anew in FOLDER/html out of FOLDER/Doxyfile, and checks its links. The target `docs` and its tests call this.
#
#   docs/make-site.sh FOLDER tutorial-driver PAGE.md …
#
# Exit code 77 where Doxygen is not installed.
set -eu
theme=$(cd "$(dirname "$0")/theme" && pwd)
folder=$1
driver=$2
shift 2
command -v doxygen >/dev/null || { echo "skipped: Doxygen is not installed"; exit 77; }
rm -rf "$folder/html" "$folder/pages" "$folder/files"
"$driver" weave --sources "$folder" "$@"
cp "$folder/Doxyfile" "$folder/Doxyfile.used"
# From this version on, a README.md would be the page of its folder.
case $(doxygen --version) in 1.9.* | 1.10.*) ;; *) echo "IMPLICIT_DIR_DOCS = NO" >>"$folder/Doxyfile.used" ;; esac
doxygen "$folder/Doxyfile.used"
"$driver" site --frame "$folder/html"
cp -R "$folder/files" "$folder/html/files"
cp "$theme"/* "$folder/html"
rm "$folder/html/steps.html"  # the player without steps
for trace in "$theme"/../steps/*.json; do
  "$driver" explain "$trace" --steps "$folder/html/steps_$(basename "$trace" .json).html"
done
# The search library, from Debian's libjs-lunr or from the folder named so: without it the site has no search.
lunr=${TUTORIAL_LUNR:-/usr/share/javascript/lunr}/lunr.min.js
[ ! -r "$lunr" ] || cp "$lunr" "$folder/html"
"$driver" site --index --check "$folder/html"
