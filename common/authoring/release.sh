#!/bin/sh
# Makes the archive of a release: release.sh VERSION [FOLDER] writes FOLDER/cuda-by-chapter-VERSION.tar.gz of what is committed.
# With --try, both commands of the README run in what comes out of it: an hour and more on two cores.
set -eu
root=$(git -C "$(dirname "$(readlink -f -- "$0")")" rev-parse --show-toplevel)
try=
if [ "${1:-}" = --try ]; then try=1; shift; fi
version=${1:-}
folder=${2:-.}
fail() { echo "release.sh: $1" >&2; exit "${2:-1}"; }
printf '%s\n' "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' || fail "a version is three numbers: release.sh [--try] VERSION [FOLDER]" 2
git -C "$root" show HEAD:CHANGELOG.md | grep -qxE "## ($version( .*)?|Unreleased)" || fail "CHANGELOG.md says nothing of $version"
archive=$folder/cuda-by-chapter-$version.tar.gz
[ ! -e "$archive" ] || fail "$archive is there already" 2
part=$archive.$$.part
trap 'rm -rf "$part" "$part.try"' EXIT
git -C "$root" archive --format=tar.gz --prefix="cuda-by-chapter-$version/" HEAD >"$part"
if [ -n "$try" ]; then
  mkdir "$part.try"
  tar -xzf "$part" -C "$part.try"
  (cd "$part.try/cuda-by-chapter-$version" && ./tutorial run && ./tutorial test) || fail "the archive's commands do not work"
fi
mv -- "$part" "$archive"
echo "$archive"
