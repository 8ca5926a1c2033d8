# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the verb `how`, which prints the command lines that build and run one program by hand.

# source_of NAME: the program's file, from the root. Its number may be left out, and so may the ending.
source_of() {
  (cd "$root" && find ch[0-9]* -name exercises -prune -o -name tests -prune -o \( -name '[0-9]*.cu' -o -name '[0-9]*.cpp' \) -print) |
    awk -v name="$1" '{ file = $0; sub(/.*\//, "", file); short = file; sub(/^[0-9]+_/, "", short)
      if (file == name || short == name || short == name ".cu" || short == name ".cpp" || $0 == name) { print; exit } }'
}

# declared WORD: the words after it in the program's line of CMakeLists.txt.
declared() {
  sed -n "/tutorial_program($(basename "$source") /s/.* $1 \([A-Za-z0-9_]*\).*/\1/p" "$root/${source%/*}/CMakeLists.txt"
}

# cached NAME: a path that CMake has found.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" | grep -v NOTFOUND || true; }

fetched() { # libraries of the programs that are not installed, but fetched by CMake
  for library in fmt nlohmann_json cli11; do
    [ ! -d "$build/_deps/$library-src/include" ] || printf ' -I%s' "$build/_deps/$library-src/include"
  done
}

how_complete() { # a program without our headers
  shared_line=
  nvcc_line="nvcc -O3$architecture $source -o $out/$program"
  target='cudasim'
  flags="-std=gnu++20 -O2 $simulated"
  libraries=
  include=
}

how_ladder() {
  chapter=${source%%/*}
  include=" -I${source%/*} -Icommon/include"
  [ "${source%/*}" = "$chapter" ] || include=" -I${source%/*} -I$chapter -Icommon/include"
  beside=
  if [ -n "$(declared LIBRARIES)" ]; then
    folder=${source%/*}
    beside=$(cd "$root" && find "${folder%/further}" -name tests -prune -o -name exercises -prune -o -name '[a-z]*.cpp' -print | sort | sed 's/^/ /' | tr -d '\n')
  fi
  define=
  linked=
  if [ "$(declared REQUIRES)" = nccl ]; then
    define=' -DTUTORIAL_HAS_NCCL=1'
    linked=' -lnccl'
    toolkit=" $made/lib/libcudasim_libraries.a"
  fi
  only=$(declared ARCHITECTURE)
  if [ -n "$only" ]; then
    architecture=" -arch=sm_$only -DTUTORIAL_HAS_SM_$(printf '%s' "$only" | tr '[:lower:]' '[:upper:]')=1"
  fi
  # nvcc's own mode does not accept fmt, so g++ compiles the sources without kernels.
  shared_line="g++ -std=gnu++20 -O2 -r$include -Icommon$(fetched) -isystem $cuda_include$beside common/src/*.cpp common/support/*.cpp -o $out/shared.o"
  nvcc_line="nvcc -O3 -std=c++20$architecture$define$include $source common/src/*.cu $out/shared.o $fmt$linked -o $out/$program"
  target='tutorial_sim'
  flags="-std=gnu++20 -O2 -DTUTORIAL_SIMULATOR$define$include$(fetched) $simulated"
  libraries="$beside $made/common/libtutorial_sim.a $made/common/libtutorial_support.a$toolkit"
}

how() {
  [ $# -eq 1 ] || fail 2 "how takes one program: ./tutorial how transpose_padded. ./tutorial list shows all."
  source=$(source_of "$1")
  [ -n "$source" ] || fail 2 "there is no program '$1'. ./tutorial list shows all."
  [ "$preset" != cuda ] || fail 2 "the preset cuda leaves out the simulator"
  program=$(basename "$source" | sed 's/^[0-9]*_//; s/\.c[up]*$//')
  made=${build#"$root"/}
  out=$made/by_hand
  toolkit=
  nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
  cuda_include=${nvcc%/bin/nvcc}/include
  architecture=
  ! nvidia-smi -L >/dev/null 2>&1 || architecture=' -arch=native'
  fmt=-lfmt
  [ ! -d "$build/_deps/fmt-src" ] || fmt=$made/_deps/fmt-build/libfmt.a
  simulated="-g1 -fno-delete-null-pointer-checks -Wno-unknown-pragmas -isystem common/sim/include"
  if grep -q '#include "' "$root/$source"; then how_ladder; else how_complete; fi
  build cudasim-translate "$target" ${toolkit:+cudasim_libraries}
  backtrace=$(cached BACKTRACE_LIBRARY)
  context=
  [ "$(uname -m)" = x86_64 ] || context=' -lboost_context'
  libraries="$libraries $made/lib/libcudasim.a"
  [ "$target" = cudasim ] || libraries="$libraries $fmt"
  libraries="$libraries${backtrace:+ $backtrace}$context -lpthread -ldl"
  cat <<END
cd $root
mkdir -p $out
# On a GPU, with nvcc 12 or 13. Peers such as cuBLAS are left out.
${shared_line:+$shared_line
}$nvcc_line
$out/$program
# On the CPU, with g++ and the simulator.
END
  case $source in
    *.cpp) printf '%s\n' "g++ $flags -O3 -march=native $source$libraries -o $out/$program.sim" ;;
    *)
      printf '%s\n' "$made/bin/cudasim-translate $source -o $out/$program.cpp$include" \
        "g++ $flags $out/$program.cpp$libraries -o $out/$program.sim"
      ;;
  esac
  printf '%s\n' "$out/$program.sim"
}
