# shellcheck shell=sh disable=SC2154,SC2030,SC2031
# Part of the script `tutorial`, which sources it: prints what is installed, which back end will be used, and what to do. It runs before
# anything is built, so it is shell, not C++.

# note KIND NAME DETAIL: kind is ok, missing (needed) or absent (useful, not needed).
note() { notes="$notes$1|$2|$3
"; }

ready() { ! printf '%s' "$notes" | grep -q '^missing|'; }

first_line_of() { "$@" 2>/dev/null | sed -n 1p; }

# note_command NAME COMMAND PACKAGE: a command that everything needs.
note_command() {
  if command -v "$2" >/dev/null; then note ok "$1" "$(first_line_of "$2" --version)"; else note missing "$1" "package $3"; fi
}

# Sets backend and why: the words of `run` if tutorial-run is built, otherwise what is known without it.
foretell_backend() {
  gpu=$(first_line_of nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)
  backend=sim
  if [ -x "$runner" ] && why=$("$runner" backend 2>/dev/null); then
    why=$(printf '%s\n' "$why" | sed -n 1p)
    case $why in *"CPU simulator"*) ;; *) backend=cuda ;; esac
  elif [ -z "$gpu" ]; then
    why="Running on the CPU simulator: no NVIDIA GPU is visible (nvidia-smi finds none)."
  elif [ -z "$nvcc" ]; then
    why="Running on the CPU simulator: there is a GPU but no CUDA toolkit."
  else
    backend=cuda
    why="Running on ${gpu%%,*}, once the programs are built."
  fi
}

examine() {
  notes=
  find_missing
  find_nvcc
  if [ -n "$bad_cxx" ]; then note missing compiler "$bad_cxx"; elif [ -n "$cxx" ]; then note ok compiler "$(first_line_of "$cxx" --version)"; else note missing compiler "g++ 12 or clang 14, or newer"; fi
  note_command CMake cmake cmake
  if command -v cmake >/dev/null && ! cmake_is_new_enough; then note missing "a newer CMake" "$cmake_advice"; fi
  note_command Ninja ninja ninja-build
  for library in $libraries; do
    case " $needed " in
      *" $library "*) note missing "$library" "package $library" ;;
      *) note ok "$library" found ;;
    esac
  done
  if [ -z "$optional" ] && [ -n "$cxx" ]; then note ok Thrust "headers found"; else note absent Thrust "package libthrust-dev: some tests need it"; fi
  if command -v clang++ >/dev/null; then note ok clang++ "$(first_line_of clang++ --version)"; else note absent clang++ "package clang: the preset sim-clang needs it"; fi
  if [ -n "$nvcc" ]; then
    note ok nvcc "$("$nvcc" --version | sed -n 's/^.*release \([^,]*\), V\(.*\)$/\2/p') ($nvcc)"
  else
    note absent nvcc "only a real GPU needs it: https://developer.nvidia.com/cuda-downloads, version 12 or 13"
  fi
  foretell_backend
  if [ -n "$gpu" ]; then note ok GPU "$gpu"; else note absent GPU "the simulator is used instead"; fi
}

# One line of todo for each thing that keeps the tutorial from running, or from using the GPU.
advise() {
  find_manager
  if [ -n "$needed" ] && [ -n "$manager" ]; then
    # shellcheck disable=SC2086  # a list of packages
    install_line $needed
    echo
  elif [ -n "$needed" ]; then
    echo "install what Debian calls $needed"
  fi
  if [ -n "$gpu" ] && [ -z "$nvcc" ]; then echo "install a CUDA toolkit, version 12 or 13, to use the GPU"; fi
}

json_string() { printf '"%s"' "$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g' | tr -d '\n')"; }

doctor_json() {
  printf '{\n  "ready": %s,\n  "backend": "%s",\n  "why": %s,\n  "gpu": %s,\n  "tools": [\n' \
    "$(if ready; then echo true; else echo false; fi)" "$backend" "$(json_string "$why")" "$(json_string "$gpu")"
  printf '%s' "$notes" | while IFS='|' read -r kind name detail; do
    printf '%s    {"name": %s, "state": "%s", "detail": %s}' "${comma:-}" "$(json_string "$name")" "$kind" "$(json_string "$detail")"
    comma=',
'
  done
  printf '\n  ],\n  "todo": ['
  advise | while read -r line; do
    printf '%s%s' "${comma:-}" "$(json_string "$line")"
    comma=', '
  done
  printf ']\n}\n'
}

doctor_text() {
  printf '%s' "$notes" | while IFS='|' read -r kind name detail; do printf '%-7s  %-20s  %s\n' "$kind" "$name" "$detail"; done | folded "$columns" 31
  printf '\n%s\n' "$why" | folded "$columns" 0
  advise | sed 's/^/To do: /'  # commands, to copy
}

# Exit code 0 if the tutorial can run, 1 if something it needs is missing.
doctor() {
  case $*:$# in --json=:1 | --json\ :2) fail 2 "--json needs a file, or - for standard output" ;; esac
  json=
  case $# in
    0) ;;
    1) case $1 in --json=?*) json=${1#*=} ;; *) fail 2 "doctor takes --json FILE and nothing else" ;; esac ;;
    2) if [ "$1" = --json ]; then json=$2; else fail 2 "doctor takes --json FILE and nothing else"; fi ;;
    *) fail 2 "doctor takes --json FILE and nothing else" ;;
  esac
  # A file is replaced as a whole, through links; a device or a pipe is written to and kept.
  part=
  if [ -n "$json" ] && [ "$json" != - ]; then
    target=$(readlink -m -- "$json")
    if [ -e "$target" ] && [ ! -f "$target" ]; then
      { [ ! -d "$target" ] && [ -w "$target" ]; } || fail 2 "cannot write to '$json'"
    else
      part=$target.$$.part
      (: >"$part") 2>/dev/null || fail 2 "cannot write to '$json'"
    fi
  fi
  examine
  # cat reports a failed write in the same words everywhere; a shell's own printf does not.
  case $json in
    '')
      find_columns 1
      doctor_text | cat || [ $? -eq 141 ] || fail 1 "cannot write to standard output"
      ;;
    -) doctor_json | cat || [ $? -eq 141 ] || fail 1 "cannot write to standard output" ;;
    *)
      if [ -n "$part" ]; then
        { doctor_json | cat >"$part" && mv -- "$part" "$target"; } 2>/dev/null || { rm -f -- "$part"; fail 1 "cannot write to '$json'"; }
      else
        { doctor_json | cat >"$target"; } 2>/dev/null || fail 1 "cannot write to '$json'"
      fi
      ;;
  esac
  ready
}
