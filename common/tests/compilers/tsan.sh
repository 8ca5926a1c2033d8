#!/bin/sh
# ThreadSanitizer finds no race in code with threads: the simulator's pool and the loops of CPU references. It does report a pool that does
# not wait for its helpers, and a loop whose parts overlap.
# Needs: nothing
# Tier: nightly
set -eu
[ "$(nproc)" -gt 1 ] || { echo "skipped: on one processor the loops have no threads"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$SOURCE_DIR/common/tests/compilers/tsan
echo 'int main() {}' >"$folder/nothing.cpp"
"$CXX" -fsanitize=thread "$folder/nothing.cpp" -o "$folder/nothing" 2>/dev/null && "$folder/nothing" 2>/dev/null ||
  { echo "skipped: no program of $CXX runs under ThreadSanitizer here"; exit 77; }
mkdir -p "$folder/sim/runtime"
cp "$here/stand_in_worker.hpp" "$folder/sim/runtime/worker.hpp"
compiled() { "$CXX" -std=gnu++20 -O0 -g1 -fsanitize=thread -I"$folder" -I"$SOURCE_DIR/common" -I"$SOURCE_DIR/common/include" -c "$1" -o "$2"; }
compiled "$here/threads.cpp" "$folder/threads.o"
# runs POOL LOOPS: the two, as objects, in a program with four threads.
runs() {
  "$CXX" -fsanitize=thread "$folder/threads.o" "$1" "$2" -o "$folder/threads"
  TSAN_OPTIONS=halt_on_error=1 CUDASIM_WORKERS=4 timeout 100 "$folder/threads" >"$folder/said" 2>&1
}
pool=$SOURCE_DIR/common/sim/runtime/worker_pool.cpp
loops=$SOURCE_DIR/common/src/parallel.cpp
compiled "$pool" "$folder/pool.o"
compiled "$loops" "$folder/loops.o"
runs "$folder/pool.o" "$folder/loops.o" || { cat "$folder/said"; exit 1; }

# planted SOURCE SCRIPT: the source as sed makes it, as an object.
planted() {
  sed "$2" "$1" >"$folder/planted.cpp"
  ! cmp -s "$1" "$folder/planted.cpp" || { echo "nothing is planted by $2"; exit 1; }
  compiled "$folder/planted.cpp" "$folder/planted.o"
}
# sees WHAT POOL LOOPS: a race is reported.
sees() {
  ! runs "$2" "$3" || { echo "not seen: $1"; exit 1; }
  grep -q 'WARNING: ThreadSanitizer: data race' "$folder/said" || { echo "no race is told of, but for $1:"; cat "$folder/said"; exit 1; }
}
planted "$pool" '/done_\.wait/d'
sees "helpers that nobody waits for" "$folder/planted.o" "$folder/loops.o"
planted "$loops" 's/begin + share + (part < rest ? 1 : 0)/count/'
sees "parts that overlap" "$folder/pool.o" "$folder/planted.o"
