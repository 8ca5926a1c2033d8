# shellcheck shell=sh disable=SC2154,SC2034
# Part of the script `tutorial`, which sources it: finds missing packages, and installs them.

# Debian's packages of the libraries that are always needed. Boost.Context is used only on processors other than x86-64.
libraries="libcli11-dev libfmt-dev libmd-dev libseccomp-dev nlohmann-json3-dev doctest-dev"
case $(uname -m) in x86_64) ;; *) libraries="libboost-context-dev $libraries" ;; esac

# Asks the preprocessor whether the compiler is new enough, and which packages' headers are missing. One run: 20 ms.
probe_compiler() {
  "$1" -E -P -x c++ - 2>/dev/null <<'END'
#if defined __clang__ && __clang_major__ >= 14 || !defined __clang__ && __GNUC__ >= 12
new enough
#endif
#ifndef __x86_64__
linked libboost-context-dev
#endif
#if !__has_include(<CLI/CLI.hpp>)
needed libcli11-dev
#endif
#if !__has_include(<fmt/format.h>)
needed libfmt-dev
#endif
#if !__has_include(<sha2.h>)
needed libmd-dev
#endif
#if !__has_include(<seccomp.h>)
needed libseccomp-dev
#endif
#if !__has_include(<nlohmann/json.hpp>)
needed nlohmann-json3-dev
#endif
#if !__has_include(<doctest/doctest.h>)
needed doctest-dev
#endif
#if !__has_include(<thrust/version.h>)
optional libthrust-dev
#endif
END
}

# has_library NAME: whether the compiler `candidate` can link libNAME. If it does not find a library, it prints the bare name.
has_library() {
  for file in "lib$1.so" "lib$1.a"; do [ "$("$candidate" -print-file-name="$file")" = "$file" ] || return 0; done
  return 1
}

# Sets cxx (empty if none is new enough), too_old, and the packages that are missing: needed, and optional (for some tests).
find_missing() {
  cxx=
  bad_cxx=
  too_old=
  optional=
  needed="g++ $libraries"
  case $preset in
    *clang*) candidates=clang++ needed="clang $needed" ;;
    *) candidates=${CXX:-g++ g++-15 g++-14 g++-13 g++-12 clang++} ;;
  esac
  for candidate in $candidates; do
    command -v "$candidate" >/dev/null || continue
    found=$(probe_compiler "$candidate")
    case $found in
      *"new enough"*)
        cxx=$candidate
        needed=$(printf '%s\n' "$found" | sed -n 's/^needed //p' | paste -sd ' ' -)
        optional=$(printf '%s\n' "$found" | sed -n 's/^optional //p')
        # Boost's headers are a package of their own, which others depend on, so this looks for the library.
        case $found in
          *linked*) has_library boost_context || needed="libboost-context-dev${needed:+ }$needed" ;;
        esac
        break
        ;;
    esac
    too_old="$too_old $candidate"
  done
  case $preset in
    *clang*) ;;
    *) [ -n "$cxx" ] || [ -z "${CXX:-}" ] || bad_cxx="CXX=$CXX is no C++ compiler that is new enough: g++ 12 or clang 14 is needed" ;;
  esac
  # Thrust 2 needs libcu++'s own headers, which the simulator replaces by its own.
  case $optional in
    libthrust-dev) ! apt-cache show libthrust-dev 2>/dev/null | grep -q '^Version: [2-9]' || optional= ;;
  esac
  if [ -z "$cxx" ] && [ -n "$too_old" ]; then needed="g++-12 ${needed#g++ }"; fi
  command -v ninja >/dev/null || needed="ninja-build${needed:+ }$needed"
  command -v cmake >/dev/null || needed="cmake${needed:+ }$needed"
  case $verb in
    test)
      for tool in make python3; do command -v $tool >/dev/null || optional="$optional${optional:+ }$tool"; done
      ;;
    docs)
      command -v doxygen >/dev/null || needed="$needed${needed:+ }doxygen"
      optional=
      ;;
  esac
}

# Sets nvcc to the CUDA compiler's path, looking in the same places as CMake; empty if there is none.
find_nvcc() {
  for nvcc in "${CUDACXX:-}" "$(command -v nvcc)" "${CUDA_HOME:-}/bin/nvcc" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc \
    /opt/cuda/bin/nvcc; do
    [ -x "$nvcc" ] && return
  done
  nvcc=
}

# Sets manager to this system's package manager; empty if it is unknown.
find_manager() {
  for manager in apt-get dnf pacman; do command -v "$manager" >/dev/null && return; done
  manager=
}

# named_here PACKAGE…: this system's names for Debian's, from packages.txt; only Debian has the name g++-12.
named_here() {
  case $manager in dnf) column=2 ;; pacman) column=3 ;; *) printf '%s' "$*" && return ;; esac
  for package in "$@"; do
    awk -v package="${package%-1[0-9]}" -v column="$column" '$1 == package && $column != "-" { gsub(",", " ", $column); print $column }' \
      "$setup/packages.txt"
  done
}

# The command that a user types to install packages, given by Debian's names, on this system.
install_line() {
  # shellcheck disable=SC2046  # a list of packages
  set -- $(named_here "$@")
  case $manager in
    dnf) command="dnf install -y $*" ;;
    pacman) command="pacman -S --needed --noconfirm $*" ;;
    *) command="apt-get update && apt-get install -y --no-install-recommends $*" ;;
  esac
  if [ "$(id -u)" -eq 0 ]; then
    printf '%s' "$command"
  elif command -v sudo >/dev/null; then
    printf "sudo sh -c '%s'" "$command"
  else
    printf "su -c '%s'" "$command"
  fi
}

# Whether packages may be installed: sets as_root to the command that runs others as root, and asks if a person can answer.
may_install() {
  if [ "$(id -u)" -eq 0 ]; then
    as_root=
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
  else
    return 1
  fi
  [ -z "$yes" ] || return 0
  if [ -t 0 ] && [ -t 2 ]; then
    printf 'tutorial: this installs %s through %s. Go on? [Y/n] ' "$*" "$manager" >&2
    read -r answer || return 1
    case $answer in '' | [Yy]*) return 0 ;; *) return 1 ;; esac
  fi
  [ -z "$as_root" ]
}

run_manager() {
  printf 'tutorial: as root: %s %s\n' "$manager" "$*" >&2
  # shellcheck disable=SC2086  # empty, or two words
  logged "$manager-$1" $as_root env DEBIAN_FRONTEND=noninteractive "$manager" "$@"
}

# install PACKAGE…, by this system's names
install() {
  case $manager in
    dnf) run_manager install -y "$@" ;;
    pacman) run_manager -S --needed --noconfirm "$@" ;;
    *) run_manager install -y --no-install-recommends "$@" ;;
  esac
}

install_missing() {
  find_missing
  [ -z "$bad_cxx" ] || fail 2 "$bad_cxx"
  wanted=$needed
  # Packages that only some tests and the site's search need are tried once, and never required.
  if { [ "$verb" = test ] || [ "$verb" = docs ]; } && [ -n "$optional" ] && [ ! -e "$log/optional-$verb.txt" ]; then wanted="$needed${needed:+ }$optional"; fi
  [ -n "$wanted" ] || return 0
  find_manager
  if [ -z "$manager" ]; then
    [ -n "$needed" ] || return 0
    fail 1 "please install a C++20 compiler (g++ 12 or newer, or clang 14 or newer), CMake 3.25 or newer, Ninja, and the" \
      "development files of CLI11, fmt, libmd, libseccomp, nlohmann-json and doctest (and of Boost.Context, where the processor is no x86-64). Debian's names for what is missing: $needed"
  fi
  # shellcheck disable=SC2086  # lists of packages, from here on
  here=$(named_here $wanted | paste -sd ' ' -)
  [ -n "$here" ] || return 0
  if ! may_install "$here"; then
    [ -n "$needed" ] || return 0
    [ -z "$too_old" ] || [ -n "$cxx" ] || printf 'tutorial: too old (g++ 12 or clang 14 is needed):%s\n' "$too_old" >&2
    # shellcheck disable=SC2086
    fail 1 "something is missing. This installs it: $(install_line $wanted)"
  fi
  printf 'tutorial: installing %s\n' "$here" >&2
  progress "$manager is at work …"
  if [ -n "$needed" ]; then
    [ "$manager" != apt-get ] || run_manager update
    # shellcheck disable=SC2046,SC2086
    install $(named_here $needed)
  fi
  # shellcheck disable=SC2086
  if [ "$wanted" != "$needed" ] && [ -n "$(named_here $optional)" ]; then
    # shellcheck disable=SC2046,SC2086
    (install $(named_here $optional)) 2>"$log/optional-$verb.txt"
  fi
  [ ! -e "$stamp" ] || echo "more is installed" >"$stamp"
  find_missing
  [ -z "$needed" ] || fail 1 "still missing after the installation: $needed"
}
