#!/bin/sh
# Makes the archive of a release: release.sh VERSION [FOLDER] writes FOLDER/cuda-by-chapter-VERSION.tar.gz from the last commit.
# With --address URL, the pages have `git clone URL` instead of ADDRESS. With --try, both commands of the README run in the unpacked archive,
# which takes more than an hour on two cores.
set -eu
root=$(git -C "$(dirname "$(readlink -f -- "$0")")" rev-parse --show-toplevel)
try=
address=
while :; do
  case ${1:-} in
    --try) try=1; shift ;;
    --address) address=${2:-}; shift 2 ;;
    *) break ;;
  esac
done
version=${1:-}
folder=${2:-.}
fail() { echo "release.sh: $1" >&2; exit "${2:-1}"; }
case $address in *[!A-Za-z0-9:/._~@-]*) fail "--address takes the address of a Git repository, not $address" 2 ;; esac
printf '%s\n' "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' || fail "a version is three numbers: release.sh [--try] [--address URL] VERSION [FOLDER]" 2
git -C "$root" show HEAD:CHANGELOG.md | grep -qxE "## ($version( .*)?|Unreleased)" || fail "CHANGELOG.md says nothing of $version"
archive=$folder/cuda-by-chapter-$version.tar.gz
[ ! -e "$archive" ] || fail "$archive is there already" 2
part=$archive.$$.part
trap 'rm -rf "$part" "$part.try" "$part.tree"' EXIT
git -C "$root" archive --format=tar.gz --prefix="cuda-by-chapter-$version/" HEAD >"$part"
if [ -n "$address" ]; then
  mkdir "$part.tree"
  tar -xzf "$part" -C "$part.tree"
  (cd "$part.tree/cuda-by-chapter-$version" && sed -i "s|git clone ADDRESS |git clone $address |" README.md docs/pages/start.md docs/pages/machines.md docs/zh/README.md)
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git -C "$root" log -1 --format=%ct)" -C "$part.tree" -czf "$part" "cuda-by-chapter-$version"
fi
if [ -n "$try" ]; then
  mkdir "$part.try"
  tar -xzf "$part" -C "$part.try"
  (cd "$part.try/cuda-by-chapter-$version" && ./tutorial run && ./tutorial test) || fail "the archive's commands do not work"
fi
mv -- "$part" "$archive"
echo "$archive"
