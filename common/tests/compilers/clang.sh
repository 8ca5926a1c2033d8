#!/bin/sh
# Compiles with clang what depends on the compiler: the simulator, the lens's corpus, the chapters' tests and pitfalls, and the last program
# of each folder, without the lens. For the rest (other programs, driver, grader, their tests, sources of exercises), clang only
# checks the syntax of each file, for warnings and missing includes; other tests run that code. Programs are read one by one here, and
# their precompiled header contains only what each of them includes: missing includes show nowhere else.
# Tier: nightly
command -v clang++ >/dev/null || { echo "no clang++"; exit 77; }
command -v ninja >/dev/null || { echo "no ninja"; exit 77; }
# In a tree that clang compiles there is nothing left to show.
case $CXX in *clang*) echo "this is clang already"; exit 77 ;; esac

tree=$BUILD_DIR/clang
log=$tree.txt
jobs=$(nproc)
fail() {
  tail -n 40 "$log"
  exit 1
}
cmake -S "$SOURCE_DIR" -B "$tree" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2 \
  -DTUTORIAL_BACKEND=sim -DTUTORIAL_LENS_PROGRAMS=OFF -DTUTORIAL_TOGETHER=corpus -DTUTORIAL_TOOLS_OPTIMIZATION=-O0 \
  -DTUTORIAL_WERROR=ON -DTUTORIAL_PRECOMPILED_HEADERS=ON >"$log" 2>&1 || fail

# The programs that are run: the last of each folder, the pitfalls, and those that a test below needs.
programs=$(cd "$SOURCE_DIR" && find ch* -name '[0-9]*_*.cu' | LC_ALL=C sort |
  sed -E 's:^(.*)/[0-9]+_(.*)\.cu$:\1 \2:' | awk '/pitfalls|transpose_wrong_place/ { print $2 } { last[$1] = $2 } END { for (place in last) print last[place] }' |
  sort -u | paste -s -d '|')
run='test_(common|sim_[a-z]+|lens_(counters|hazards|corpus)|ch[0-9_a-z]+)'
ninja -C "$tree" -t targets all | sed -n '/^cmake_/d; s/: phony$//p' |
  grep -xE "($programs|faulty)\\.sim|$run|(corpus|wrong)_[a-z0-9_]+|litmus|races_for_ever|missing_barrier|trial|check_report|precompiled\\.[a-z]+" >"$tree/run.txt"
grep -c '\.sim$' "$tree/run.txt" | xargs test 20 -lt || { echo "too few programs to run: $programs" && exit 1; }
# shellcheck disable=SC2046  # names without spaces
ninja -C "$tree" $(cat "$tree/run.txt") >>"$log" 2>&1 || fail

# Each object that is still missing is a file that is only read; what CMake translates for it must be there.
ninja -C "$tree" -t commands all >"$tree/commands.txt"
sed -n 's/.* -o \([^ ]*\.o\) -c \([^ ]*\)$/\1 \2/p' "$tree/commands.txt" | while read -r object source; do
  [ -e "$tree/$object" ] || echo "$object $source"
done >"$tree/read.txt"
[ -s "$tree/read.txt" ] || { echo "no file is left to read"; exit 1; }
sed -n "s:.* $tree/\\(.*\\.translated/.*\\):\\1:p" "$tree/read.txt" >"$tree/translated.txt"
# shellcheck disable=SC2046
[ ! -s "$tree/translated.txt" ] || ninja -C "$tree" $(cat "$tree/translated.txt") >>"$log" 2>&1 || fail
cut -d ' ' -f 1 "$tree/read.txt" | sed 's/.*/ -o & -c /' | grep -F -f - "$tree/commands.txt" |
  sed 's/ -MD .* -c / -fsyntax-only /' >"$tree/commands-read.txt"
read_with() { (cd "$tree" && xargs -d '\n' -P "$jobs" -n 1 sh -c) <"$1" >"$log" 2>&1; }
# planted COMMAND SOURCE: reads the source by the command, which names planted.cpp.
planted() {
  echo "$1" >"$tree/commands-planted.txt"
  printf '%b' "$2" >"$tree/planted.cpp"
  read_with "$tree/commands-planted.txt"
}
! planted 'clang++ -Wall -Werror -fsyntax-only planted.cpp' 'int main() { int unused; }\n' || { echo "a planted warning was not seen" && exit 1; }
program=$(sed -n '/ -c .*\/01_copy\.cu\.cpp$/s/ -MD .* -c .*/ -fsyntax-only planted.cpp/p' "$tree/commands.txt")
source='void fill(int* to) { std::iota(to, to + 9, 1); }\n'
planted "$program" "#include <numeric>\n$source" || fail
! planted "$program" "$source" || { echo "a planted program's forgotten include was not seen" && exit 1; }
find "$tree" -path '*.sim.translated/*.d' ! -path '*/common/*' -exec grep -L 'tutorial/tutorial\.hpp' {} + >"$log"
[ ! -s "$log" ] || { echo "what is precompiled for programs, these do not include:" && fail; }
# tells_of_checks FOLDER: the exercises' checks below it that do not include, as a header of their chapter may for them, what is precompiled.
tells_of_checks() {
  find "$1" -path '*/exercises/*/check.cpp' | while read -r check; do
    sed -n 's|^#include "\(\.\./[a-z_]*\.hpp\)"|\1|p' "$check" | (cd "${check%/*}" && xargs cat check.cpp) |
      grep -qE '^#include [<"]tutorial/exercise/check\.hpp[>"]' || echo "$check"
  done
}
mkdir -p "$tree/planted/exercises/forgotten"
echo '#include <random>' >"$tree/planted/exercises/forgotten/check.cpp"
tells_of_checks "$tree/planted" | grep -q forgotten || { echo "a planted check's forgotten include was not seen" && exit 1; }
for chapter in "$SOURCE_DIR"/ch*; do tells_of_checks "$chapter"; done >"$log"
[ ! -s "$log" ] || { echo "what is precompiled for exercises' checks, these do not include:" && fail; }
read_with "$tree/commands-read.txt" || fail
echo "$(wc -l <"$tree/run.txt") targets built, $(wc -l <"$tree/commands-read.txt") further files read"

# What does not depend on the compiler was tested already: wrong arguments, the grid's limit of rows.
ctest --test-dir "$tree" --no-tests=error --output-on-failure -j "$jobs" \
  -R "^sim\\.(($programs)\\.|faulty)|^(lens|wrong|schedule)\\.|^unit\\.$run\\.|^shell\\.(refused|trials_stop_hanging_variants|transpose_wrong_place_counts)\$" -E '\.rejects_|rows_2097121'
