#!/bin/sh
# Makes the file that Gradescope wants: make-autograder.sh EXERCISE FILE.zip [options of grade]
set -eu
fail() {
  echo "make-autograder.sh: $*" >&2
  exit 2
}
[ $# -ge 2 ] || fail "usage: make-autograder.sh EXERCISE FILE.zip [options of grade, such as --unconfined]"
exercise=$1
zip=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
find "$root"/ch* -path "*/exercises/$exercise/exercise.json" | grep -q . || fail "there is no exercise '$exercise'"
case $zip in *.zip) ;; *) fail "'$zip' does not end in .zip" ;; esac
[ ! -e "$zip" ] || fail "'$zip' is there already"
command -v zip >/dev/null || fail "zip is not installed"
command -v git >/dev/null && git -C "$root" rev-parse HEAD >/dev/null 2>&1 || fail "this wants a clone: what is committed is what is packed"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tutorial"
git -C "$root" archive HEAD | tar -x -C "$folder/tutorial"
cp "$here/setup.sh" "$here/run_autograder" "$folder"
echo "$exercise" >"$folder/exercise"
echo "$*" >"$folder/options"
target=$(cd "$(dirname "$zip")" && pwd)/$(basename "$zip")
(cd "$folder" && zip -qr "$target" .)
echo "$zip: upload it as the autograder of the assignment (Configure Autograder, Zip file upload)"
