#!/bin/sh
# `./tutorial how NAME` prints commands that build and run the program: a complete program, a step of a ladder, one with several sources,
# and one for the CPU only. The lines for nvcc run if nvcc is installed; the executables run if there is a GPU. Without optimization, which takes
# half the time and makes no difference to whether the lines build.
# Needs: cudasim-translate tutorial_sim
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }
how() { TUTORIAL_BUILD=$(dirname "$BUILD_DIR") "$SOURCE_DIR/tutorial" --preset "$(basename "$BUILD_DIR")" how "$@"; }

lines() { # lines FIRST LAST: from the line that starts with FIRST to the one that starts with LAST
  awk -v first="$1" -v last="$2" 'index($0, first) == 1 { on = 1 } last != "" && index($0, last) == 1 { on = 0 } NR <= 2 || on' "$folder/how" |
    sed 's/ -O[23] / -O0 /g'
}

for program in nearest_whole transpose_padded spmv_thread_per_row nearest_cpu; do
  how "$program" >"$folder/how" || fail "how $program fails"
  lines '# On the CPU' '' >"$folder/run.sh"
  grep -q '^g++ ' "$folder/run.sh" || fail "how $program has no line for g++"
  sh -e "$folder/run.sh" >"$folder/out" 2>&1 || { cat "$folder/out" >&2; fail "the lines of how $program fail"; }
  grep -Eq ' ok$|; 0 wrong$| ok ' "$folder/out" || { cat "$folder/out" >&2; fail "$program, built by hand, checks nothing"; }
  [ "$program" != nearest_whole ] && [ "$program" != transpose_padded ] || {
    ! command -v nvcc >/dev/null || {
      lines '# On a GPU' '# On the CPU' | grep -v '^[^ ]*/by_hand/[a-z_]*$' >"$folder/run.sh"
      grep -q '^nvcc ' "$folder/run.sh" || fail "how $program has no line for nvcc"
      sh -e "$folder/run.sh" >"$folder/out" 2>&1 || { cat "$folder/out" >&2; fail "nvcc's line of how $program fails"; }
      ! nvidia-smi -L >/dev/null 2>&1 || "$BUILD_DIR/by_hand/$program" >/dev/null || fail "$program, built by hand for the GPU, fails"
    }
  }
done

for words in "" "no_such_program" "copy transpose_padded"; do
  got=0
  # shellcheck disable=SC2086  # the words are arguments
  how $words >"$folder/out" 2>"$folder/err" || got=$?
  [ "$got" -eq 2 ] || fail "how $words: exit code $got, not 2"
  [ "$(wc -l <"$folder/err")" -eq 1 ] || fail "how $words: more than one line"
done
