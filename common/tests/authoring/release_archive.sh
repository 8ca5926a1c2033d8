#!/bin/sh
# A release archive contains what the build reads and no Git files; the unpacked archive sets itself up and lists its tests.
# Needs: nothing
set -eu
command -v git >/dev/null && git -C "$SOURCE_DIR" rev-parse --git-dir >/dev/null 2>&1 || { echo "skipped: no Git repository"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
release="$SOURCE_DIR/common/authoring/release.sh"
code=0
"$release" one "$folder" 2>"$folder/err" || code=$?
[ "$code" -eq 2 ] && [ "$(wc -l <"$folder/err")" -eq 1 ] || { echo "a version that is none: exit $code"; exit 1; }
"$release" 0.1.0 "$folder" >/dev/null
! "$release" 0.1.0 "$folder" 2>/dev/null || { echo "an archive was replaced"; exit 1; }
tar -xzf "$folder/cuda-by-chapter-0.1.0.tar.gz" -C "$folder"
tree=$folder/cuda-by-chapter-0.1.0
(cd "$tree" && find . -type f -o -type l) | sed 's|^\./||' | sort >"$folder/there"
git -C "$SOURCE_DIR" ls-tree -r --name-only HEAD | sort | cmp -s - "$folder/there" || { echo "the archive is not what is committed"; exit 1; }
grep -q 'git clone ADDRESS ' "$tree/README.md" || { echo "no page says where to clone from"; exit 1; }
mkdir "$folder/addressed"
"$release" --address https://example.org/cuda.git 0.1.0 "$folder/addressed" >/dev/null
tar -xzf "$folder/addressed/cuda-by-chapter-0.1.0.tar.gz" -C "$folder/addressed"
! grep -r 'git clone ADDRESS' "$folder/addressed/cuda-by-chapter-0.1.0/README.md" "$folder/addressed/cuda-by-chapter-0.1.0/docs" ||
  { echo "a page has no address"; exit 1; }
grep -q 'git clone https://example.org/cuda.git cuda-by-chapter' "$folder/addressed/cuda-by-chapter-0.1.0/README.md"
unset TUTORIAL_PRESET CXX
(cd "$tree" && ./tutorial help >/dev/null && ./tutorial doctor --json - >"$folder/doctor.json") || { echo "the script does not work there"; exit 1; }
# Both commands of the README, up to what compiles: that takes minutes, and is release.sh --try. A pattern without a test builds nothing.
code=0
(cd "$tree" && ./tutorial --preset sim test no.such.test) >"$folder/out" 2>&1 || code=$?
[ "$code" -eq 2 ] && grep -q "no test's name matches" "$folder/out" || { echo "it does not configure:"; cat "$folder/out"; exit 1; }
[ "$(ctest --test-dir "$tree/build/sim" -N -R '^sim\.copy' | grep -c 'Test *#')" -gt 0 ] || { echo "no tests there"; exit 1; }
