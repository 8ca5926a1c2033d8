#!/bin/sh
# Each complete program, 00_NAME_whole.cu of a chapter or a part, has at most 100 lines; compiles with simcc (and with nvcc, if installed)
# without our headers; exits with 0 at every size, 2 for bad arguments, and not 0 if a line is broken; and its last line says where
# CUDA_CHECK, DeviceBuffer and measure are.
# Needs: cudasim-simcc
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }

# compile BINARY SOURCE OPTION…
compile() {
  binary=$1
  shift
  "$BUILD_DIR/bin/cudasim-simcc" -O1 -o "$folder/$binary" "$@" 2>"$folder/said" || { cat "$folder/said" >&2; fail "$1 does not compile"; }
}

# ends CODE PROGRAM ARGUMENT…
ends() {
  code=$1
  program=$2
  shift 2
  got=0
  (cd "$folder" && "./$program" "$@" >out 2>err) || got=$?
  [ "$got" -eq "$code" ] || { cat "$folder/out" "$folder/err" >&2; fail "$program $*: exit code $got, not $code"; }
}

# broken SCRIPT: the program in $source, changed by sed's SCRIPT, gives a wrong result (1) or has a hazard (3).
broken() {
  sed "$1" "$source" >"$folder/broken.cu"
  ! cmp -s "$source" "$folder/broken.cu" || fail "$source: '$1' changes nothing"
  compile broken "$folder/broken.cu"
  got=0
  (cd "$folder" && ./broken >out 2>err) || got=$?
  [ "$got" -eq 1 ] || [ "$got" -eq 3 ] || fail "$name changed by '$1': exit code $got, not 1 or 3"
}

# The lines that the last one names hold what it says, and no other line does.
mapped() {
  awk '
    function ranges(text, into,   n, i, ends, words) {
      n = split(text, words, ", ")
      for (i = 1; i <= n; ++i) {
        split(words[i], ends, "-")
        first[into, i] = ends[1] + 0
        last[into, i] = (ends[2] == "" ? ends[1] : ends[2]) + 0
      }
      count[into] = n
    }
    function within(into, line,   i) {
      for (i = 1; i <= count[into]; ++i) if (line >= first[into, i] && line <= last[into, i]) return 1
      return 0
    }
    function bad(text) { print text; failed = 1 }
    { text[NR] = $0 }
    END {
      if (!match(text[NR], /^\/\/ Later programs use common\/include\/tutorial for CUDA_CHECK \(lines [0-9-]+\), DeviceBuffer \([0-9, -]+\) and measure \([0-9, -]+\)\.$/)) {
        print "the last line is no map"
        exit 1
      }
      split(text[NR], parts, /[()]/)
      sub(/lines /, "", parts[2])
      ranges(parts[2], "check"); ranges(parts[4], "buffer"); ranges(parts[6], "measure")
      for (line = 1; line < NR; ++line) {
        if ((text[line] ~ /#define CUDA_CHECK/) != (line == first["check", 1])) bad("CUDA_CHECK does not begin in line " line)
        if ((text[line] ~ /} while \(false\)/) != (line == last["check", 1])) bad("CUDA_CHECK does not end in line " line)
        if (text[line] ~ /cuda(Malloc|Free|Memcpy)\(/ && !within("buffer", line)) bad("DeviceBuffer has no line " line)
        if (text[line] ~ /cudaEvent/ && !within("measure", line)) bad("measure has no line " line)
      }
      for (i = 1; i <= count["buffer"]; ++i) {
        if (text[last["buffer", i]] !~ /cuda(Malloc|Free|Memcpy)\(/) bad("DeviceBuffer: nothing of it in line " last["buffer", i])
      }
      for (i = 1; i <= count["measure"]; ++i) {
        if (text[first["measure", i]] !~ /cudaEvent/) bad("measure: nothing of it in line " first["measure", i])
        if (text[last["measure", i]] !~ /cudaEvent/) bad("measure: nothing of it in line " last["measure", i])
      }
      exit failed
    }' "$1"
}

printf '%s\n' a >"$folder/no_map.cu"
! mapped "$folder/no_map.cu" >/dev/null || fail "a program without a map passes"

nvcc=$(command -v nvcc || true)
[ -n "$nvcc" ] || [ ! -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ] || nvcc=${CUDA_HOME:-/usr/local/cuda}/bin/nvcc

programs=0
for source in "$SOURCE_DIR"/ch[0-9]*/00_*_whole.cu "$SOURCE_DIR"/ch[0-9]*/*/00_*_whole.cu; do
  programs=$((programs + 1))
  name=$(basename "$source" .cu)
  ! grep -q '#include "' "$source" || fail "$name includes a header that nvcc does not have"
  [ "$(wc -l <"$source")" -le 100 ] || fail "$name has $(wc -l <"$source") lines, not at most 100"
  mapped "$source" || fail "$name: its map is wrong"
  # Each range one line later: the test of the map can fail.
  sed '$s/measure ([0-9]*/measure (1/' "$source" >"$folder/shifted.cu"
  ! mapped "$folder/shifted.cu" >/dev/null || fail "$name passes with a wrong map"

  compile program "$source" -Xcompiler -Wall,-Wextra,-Werror
  ends 0 program
  for size in 1 2 33 128 257; do ends 0 program "$size"; done
  for bad in 0 -1 7x '' 99999999999999999999 '3 4'; do
    ends 2 program "$bad"
    [ "$(wc -l <"$folder/err")" -eq 1 ] || fail "$name $bad: says more or less than one line"
  done
  ends 2 program 1 2

  case $name in
    00_nearest_whole)
      broken 's/if (query < count) nearest/nearest/'
      broken 's/(count + block - 1) \/ block/count \/ block/'
      broken 's/blockIdx.x \* blockDim.x + threadIdx.x/threadIdx.x/'
      broken 's/nearest_of(points, count, query);  /nearest_of(points, count - 1, query);  /'
      broken 's/int block = 256/int block = 2048/' # a launch that is refused
      ;;
    00_dot_whole)
      broken 's/i < n; i +=/i < n - 1; i +=/'
      broken 's/int block = 256/int block = 192/'
      broken 's/int stride = block/int stride = 1 + 0 * block/'
      broken 's/__syncthreads();  \/\/ every/\/\/ every/'
      broken 's/__syncthreads();  \/\/ outside/\/\/ outside/'
      ;;
    00_reduce_whole)
      broken 's/i + stride < n/i + stride < n - 1/'
      broken 's/ && i + stride < n//'
      broken 's/i < n ? in\[i\] : 0/in[i]/'
      broken 's/int block = 128/int block = 96/'
      broken 's/    __syncthreads();$//'
      ;;
    00_nearest_blocked_whole)
      broken 's/first + i < count; ++i/i < block; ++i/'
      broken 's/ first + i != query/ i != query/'
      broken 's/__syncthreads();  \/\/ the tile is full/\/\/ the tile is full/'
      broken 's/__syncthreads();  \/\/ everyone/\/\/ everyone/'
      ;;
    00_transpose_whole)
      broken 's/out\[x \* n + y\]/out[y * n + x]/'
      broken 's/x = blockIdx.y/x = blockIdx.x/'
      broken 's/tile\[threadIdx.x\]\[threadIdx.y\]/tile[threadIdx.y][threadIdx.x]/'
      broken 's/(x < n \&\& y < n) out/(x < n) out/'
      broken 's/__syncthreads();//'
      ;;
    *) fail "$name has no broken variants here" ;;
  esac

  [ -n "$nvcc" ] || continue
  "$nvcc" -arch=sm_75 -Xcompiler -Wall,-Wextra,-Werror -Werror all-warnings -o "$folder/gpu" "$source" || fail "nvcc does not compile $name"
  if nvidia-smi -L >/dev/null 2>&1; then
    ends 0 gpu
    ends 0 gpu 4097
  else
    ends 1 gpu # every call is checked
  fi
  ends 2 gpu nonsense
done
[ "$programs" -eq 5 ] || fail "$programs complete programs, not 5"
