# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: finds the build folder and brings it up to date.

# The folder of all presets' build folders: in the repository; or in the user's cache if the repository is read-only.
build_folder() {
  if [ -n "${TUTORIAL_BUILD:-}" ]; then
    readlink -m -- "$TUTORIAL_BUILD"
    return
  fi
  nearest=$root/build/$preset
  while [ ! -e "$nearest" ]; do nearest=${nearest%/*}; done
  for part in "$nearest" "$nearest/lock" "$nearest/log" "$nearest/build.ninja"; do
    if [ -e "$part" ] && [ ! -w "$part" ]; then
      printf '%s/cuda-by-chapter/%s\n' "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}" "$(printf '%s' "$root" | cksum | tr ' ' -)"
      return
    fi
  done
  printf '%s/build\n' "$root"
}

# Files that the configuration depends on and CMake does not watch.
configured_with() {
  find_nvcc
  printf '%s\n' "$root" "$preset" "$(command -v cmake)" "$(command -v "$cxx")" "$nvcc" "$(cksum <"$root/CMakePresets.json")"
  [ -e /dev/nvidiactl ] && echo "a GPU"
}

cmake_is_new_enough() {
  cmake_version=$(cmake --version | sed -n '1s/^cmake version //p')
  major=${cmake_version%%.*}
  minor=${cmake_version#*.}
  minor=${minor%%.*}
  [ "$major" -gt 3 ] || { [ "$major" -eq 3 ] && [ "$minor" -ge 25 ]; }
}
cmake_advice="3.25 or newer is needed: from your distribution's backports, https://apt.kitware.com, or pip install cmake"

# cached NAME: a path or a word in CMake's cache.
cached() { sed -n "s/^$1:INTERNAL=//p" "$build/CMakeCache.txt"; }

# Whether there is a cache that CMake will refuse: of another repository, of a folder that has moved, or of another generator.
foreign_cache() {
  [ -e "$build/CMakeCache.txt" ] || return 1
  [ "$(readlink -f -- "$(cached CMAKE_HOME_DIRECTORY)")" != "$root" ] ||
    [ "$(readlink -f -- "$(cached CMAKE_CACHEFILE_DIR)")" != "$(readlink -f -- "$build")" ] || [ "$(cached CMAKE_GENERATOR)" != Ninja ]
}

# gcc compiles C++ as well, but fails to link it, after minutes.
links_cxx() { echo 'int main() { delete new int; }' | "$cxx" -x c++ - -o "$log/links" >"$log/links.txt" 2>&1; }

configure() {
  cmake_is_new_enough || fail 1 "CMake $cmake_version is too old; $cmake_advice"
  links_cxx || fail 2 "the compiler $cxx cannot link a C++ program (g++ can, gcc cannot); all it said is in $log/links.txt"
  case $build in "$root"/*) ;; *) say "building in $build" ;; esac
  progress "configuring (preset $preset) …"
  echo unfinished >"$stamp"
  CXX=$cxx logged configure cmake "$@" -S "$root" -B "$build" --preset "$preset"
  configured_with >"$stamp"
}

# Locks the folder, installs what is missing, and configures if needed. One at a time: make -j calls `tutorial simcc` in parallel.
prepare() {
  { mkdir -p "$log" && (: >>"$build/lock"); } 2>/dev/null || fail 1 "cannot write to $build; TUTORIAL_BUILD=FOLDER builds in another place"
  exec 9>"$build/lock"
  if command -v flock >/dev/null && ! flock -w 2 9; then
    say "waiting for another build in $build"
    flock 9
  fi
  install_missing
  if [ -e "$build/build.ninja" ] && [ "$(configured_with)" = "$(cat "$stamp" 2>/dev/null)" ]; then
    ninja -C "$build" -t query tutorial_run >"$log/query.txt" 2>&1 && return
    say "the build folder $build is damaged: configuring it again"
  fi
  # A cache that this script made is deleted; one that the user made keeps its settings.
  if [ -e "$stamp" ] || foreign_cache; then configure --fresh; else configure; fi
}

# follow LOG TARGET...: prints every second how many steps Ninja has finished and the time; without a terminal, every 20 s. It ends with
# the script, and keeps none of its files open.
follow() {
  followed=$1
  shift
  began=$(date +%s)
  said=$began
  all=
  while sleep 1 >/dev/null 2>&1 && kill -0 "$$" 2>/dev/null; do
    now=$(date +%s)
    overwrites 2 || [ $((now - said)) -ge 20 ] || continue
    said=$now
    steps=$(sed -n 's/^\[\([0-9]*\)\/\([0-9]*\)\].*/\1 \2/p' "$followed" | tail -n 1)
    if [ -z "$steps" ]; then
      [ -n "$all" ] || all=$(ninja -C "$build" -n "$@" 2>/dev/null | sed -n 's/^\[[0-9]*\/\([0-9]*\)\].*/\1/p' | tail -n 1)
      steps="0 ${all:-?}"
    fi
    finished=${steps% *}
    text="[$finished/${steps#* }] after $((now - began)) s"
    total=${steps#* }
    # The first steps take longest: before a fifth of them is done, an estimate is off by a factor of three.
    if [ "$finished" -gt 0 ] && [ $((finished * 5)) -ge "$total" ]; then
      left=$(((now - began) * (total - finished) / finished))
      # In minutes, the estimate stays the same for several lines.
      if [ "$left" -lt 90 ]; then left="$left s"; else left="$(((left + 30) / 60)) min"; fi
      text="$text, about $left left"
    fi
    if overwrites 2; then progress "building $text"; else printf 'tutorial: building %s\n' "$text" >&2; fi
  done
}

# Brings the given targets up to date. prepare comes first.
compile() {
  # Ninja takes files that a full disk or a killed linker has left for up to date, and an empty program does nothing, successfully.
  [ ! -d "$build/bin" ] || find "$build/bin" -type f -size 0 -exec rm -f {} +
  [ -x "$runner" ] || say "building the simulator and the tools: a few minutes, only this once"
  : >"$log/build-$1.txt"
  follower=
  if [ -z "$verbose" ]; then
    progress "building …"
    follow "$log/build-$1.txt" "$@" 9>&- &
    follower=$!
  fi
  logged "build-$1" cmake --build "$build" --target "$@"
  if [ -n "$follower" ]; then
    kill "$follower" 2>/dev/null
    wait "$follower" 2>/dev/null
  fi
  exec 9>&-
  clear_progress
}

build() {
  prepare
  compile "$@"
}
