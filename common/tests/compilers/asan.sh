#!/bin/sh
# The preset asan configures, and the targets that its build and fuzz.sh use exist. clang.sh checks that clang reads each of their sources,
# since none is compiled in a unity build. This test compiles only code that a sanitizer changes, and one harness.
# Needs: nothing
# Tier: nightly
set -eu
command -v clang++ >/dev/null || { echo "skipped: clang++ is not installed"; exit 77; }
command -v ninja >/dev/null || { echo "skipped: ninja is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tree=$folder/build
log=$folder/log
fail() {
  echo "$1:"
  tail -n 40 "$log"
  exit 1
}
# As who edits has it: in CI tests are compiled together, and headers before they are included.
unset CI CXX
cd "$SOURCE_DIR"
cmake --preset asan -B "$tree" >"$log" 2>&1 || fail "it does not configure"

targets=$(sed -n '/"buildPresets"/,/"testPresets"/p' CMakePresets.json | sed -n '/"name": "asan"/,/}/s/.*"targets": \[\(.*\)\].*/\1/p' | tr -d '",')
[ -n "$targets" ] || { echo "the preset builds nothing"; exit 1; }
fuzzers=$(cd common/tests/fuzz/corpus && printf 'fuzzer_%s ' *)
# shellcheck disable=SC2086  # names without spaces
ninja -C "$tree" -t commands $targets $fuzzers >"$folder/commands" 2>"$log" || fail "not all of $targets $fuzzers is there"
! sed -n 's/.* -c //p' "$folder/commands" | grep -E '/Unity/|\.together/' || { echo "these are compiled in company, which clang.sh does not read"; exit 1; }

# compiles SOURCE [COPY]: by the preset's command for the source, itself or what is in the copy.
compiles() {
  command=$(grep -m 1 -- " -c $SOURCE_DIR/$1\$" "$folder/commands" | sed "s| -MD .*| -o $folder/object.o -c ${2:-$SOURCE_DIR/$1}|")
  [ -n "$command" ] || { echo "nothing compiles $1"; exit 1; }
  (cd "$tree" && sh -c "$command") >"$log" 2>&1
}
for source in common/sim/runtime/fibre.cpp common/tests/fuzz/translator.cpp; do
  compiles $source || fail "$source does not compile"
done
printf '#if __has_feature(address_sanitizer)\n#error planted\n#endif\n' >"$folder/planted.cpp"
! compiles common/sim/runtime/fibre.cpp "$folder/planted.cpp" && grep -q planted "$log" || fail "what is planted for a sanitizer was not seen"
