#!/bin/sh
# The script `tutorial` reports misspelled or missing words, invalid settings, build folders that are damaged, foreign or
# empty, signals, and terminals that cannot overwrite. Runs in an isolated environment like script_sets_up.sh: no network, no compiler.
# Needs: nothing
set -eu
# shellcheck source=common/tests/support/terminal.sh
. "$SOURCE_DIR/common/tests/support/terminal.sh"
FAKE_DIR=$(mktemp -d)
export FAKE_DIR
trap 'rm -rf "$FAKE_DIR"' EXIT
root="$FAKE_DIR/a clone"
mkdir -p "$root/common" "$FAKE_DIR/bin" "$FAKE_DIR/tmp"
cp "$SOURCE_DIR/tutorial" "$SOURCE_DIR/CMakePresets.json" "$root"
cp -r "$SOURCE_DIR/common/setup" "$root/common/setup"
unset CI TUTORIAL_PRESET TUTORIAL_BUILD CXX CUDACXX CUDA_HOME CUDA_PATH || true
export TMPDIR="$FAKE_DIR/tmp"

fake() {
  { echo '#!/bin/sh'; cat; } >"$FAKE_DIR/bin/$1"
  chmod +x "$FAKE_DIR/bin/$1"
}
fake apt-get <<'END'
echo "$*" >>"$FAKE_DIR/apt.txt"
END
fake g++ <<'END'
cat >/dev/null
case $* in *-E*) echo "new enough" ;; esac
END
fake cc-that-cannot-link <<'END'
cat >/dev/null
case $* in *-E*) echo "new enough" ;; *) exit 1 ;; esac
END
fake ninja <<'END'
[ ! -e "$FAKE_DIR/damaged" ]
END
fake cmake <<'END'
case $1 in --version) echo "cmake version 3.25.1"; exit ;; esac
echo "$*" >>"$FAKE_DIR/cmake.txt"
case $* in
  *--preset*)
    rm -f "$FAKE_DIR/damaged"
    while [ "$1" != -B ]; do shift; done
    mkdir -p "$2/bin" && cd "$2" || exit 1
    : >build.ninja
    ;;
esac
[ "$1" = --build ] && cd "$2"
# As Ninja: what is there counts as built.
[ -e bin/tutorial-run ] || { printf '#!/bin/sh\necho driver\n' >bin/tutorial-run; chmod +x bin/tutorial-run; }
[ -e bin/cudasim-simcc ] || { cp "$FAKE_DIR/simcc" bin/cudasim-simcc; chmod +x bin/cudasim-simcc; }
END
# The compiler of the user's own programs: it makes one that does what its first argument says.
cat >"$FAKE_DIR/simcc" <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do shift; done
cat >"$1" <<'PROGRAM'
#!/bin/sh
case ${1:-} in
  sleep) echo $$ >"$FAKE_DIR/pid"; exec sleep 60 ;;
  die) kill -KILL $$ ;;
  cat) exec cat ;;
esac
PROGRAM
chmod +x "$1"
END

tutorial() {
  rm -f "$FAKE_DIR/apt.txt" "$FAKE_DIR/cmake.txt"
  code=0
  PATH="$FAKE_DIR/bin:$PATH" "$root/tutorial" "$@" >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" </dev/null || code=$?
}
complain() {
  echo "$test_name: $1"
  for file in out err apt.txt cmake.txt; do
    echo "--- $file"
    cat "$FAKE_DIR/$file" 2>/dev/null
  done
  exit 1
}
expect_exit() { [ "$code" -eq "$1" ] || complain "exit code $code, wanted $1"; }
expect_part() { grep -qF -e "$2" "$FAKE_DIR/$1" || complain "$1 does not hold: $2"; }

test_name="a compiler that is not there is named, and nothing is installed"
CXX=/nowhere tutorial list
expect_exit 2
expect_part err "CXX=/nowhere is no C++ compiler"
[ ! -e "$FAKE_DIR/apt.txt" ] || complain "installs packages"
CXX=/nowhere tutorial doctor
expect_exit 1
expect_part out "CXX=/nowhere is no C++ compiler"

test_name="a compiler that cannot link C++ is refused before anything is compiled"
CXX=$FAKE_DIR/bin/cc-that-cannot-link tutorial list
expect_exit 2
expect_part err "cannot link a C++ program"
[ ! -e "$FAKE_DIR/cmake.txt" ] || complain "configures all the same"

test_name="what misses its word or its file: one line, exit 2, before anything is configured or built"
for words in explain predict grade handout "sim nosuch.cu" "sim --break nosuch.cu" "test -R" "help rnu"; do
  # shellcheck disable=SC2086  # words
  tutorial $words
  expect_exit 2
  [ "$(wc -l <"$FAKE_DIR/err")" -eq 1 ] || complain "not one line for: $words"
  [ ! -e "$FAKE_DIR/cmake.txt" ] || complain "builds for: $words"
done
tutorial test ''
expect_exit 2
[ ! -e "$FAKE_DIR/cmake.txt" ] || complain "builds for an empty pattern"

test_name="a misspelt verb gets the nearest one"
while read -r word near; do
  for words in "$word" "help $word" "$word --help"; do
    # shellcheck disable=SC2086  # words
    tutorial $words
    expect_exit 2
    expect_part err "tutorial: there is no verb '$word'. Did you mean $near? ./tutorial help shows all"
  done
done <<'END'
rnu run
smi sim
exercize exercise
hnadout handout
ch08 ./tutorial run ch08
END
tutorial frobnicate
expect_part err "tutorial: there is no verb 'frobnicate'. ./tutorial help shows all"

test_name="a folder for temporary files that is not there is named"
TMPDIR=$FAKE_DIR/none tutorial list
expect_exit 2
expect_part err "TMPDIR=$FAKE_DIR/none"

test_name="an empty driver is built again; a whole one is not"
tutorial list
expect_exit 0
expect_part out driver
: >"$root/build/auto/bin/tutorial-run"
tutorial list
expect_exit 0
expect_part out driver
! grep -q -e --preset "$FAKE_DIR/cmake.txt" || complain "configures for that"

test_name="a build folder that Ninja cannot read is configured anew"
touch "$FAKE_DIR/damaged"
tutorial list
expect_exit 0
expect_part err "is damaged: configuring it again"
expect_part cmake.txt --fresh
tutorial list
[ ! -s "$FAKE_DIR/err" ] || complain "says it again"

test_name="a cache of another tree goes, one that the user made here stays"
for home in "$FAKE_DIR" "$root"; do
  rm -rf "$root/build"
  mkdir -p "$root/build/auto"
  printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\nCMAKE_CACHEFILE_DIR:INTERNAL=%s\nCMAKE_GENERATOR:INTERNAL=Ninja\n' "$home" "$root/build/auto" \
    >"$root/build/auto/CMakeCache.txt"
  tutorial list
  expect_exit 0
  if [ "$home" = "$root" ]; then
    ! grep -q -e --fresh "$FAKE_DIR/cmake.txt" || complain "the user's own settings are gone"
  else
    expect_part cmake.txt --fresh
  fi
done

test_name="TUTORIAL_BUILD: another place"
TUTORIAL_BUILD=$FAKE_DIR/built tutorial list
expect_exit 0
expect_part err "building in $FAKE_DIR/built/auto"
expect_part cmake.txt "-B $FAKE_DIR/built/auto"
tutorial list --build-dir "$FAKE_DIR/option"
expect_exit 0
expect_part cmake.txt "-B $FAKE_DIR/option/auto"
tutorial list --build-dir
expect_exit 2

test_name="a tree that cannot be written to is built in the user's cache"
if [ "$(id -u)" -ne 0 ]; then as_user=; elif command -v setpriv >/dev/null; then as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"; else as_user=none; fi
if [ "$as_user" != none ]; then
  chmod 755 "$FAKE_DIR" "$root/build" "$root/build/auto" "$root/build/auto/log"
  chmod 777 "$FAKE_DIR/tmp"
  [ "$(id -u)" -eq 0 ] || chmod 555 "$root/build/auto"
  : >"$FAKE_DIR/cmake.txt"
  chmod 666 "$FAKE_DIR/cmake.txt"
  code=0
  # shellcheck disable=SC2086  # words
  HOME=$FAKE_DIR/tmp PATH="$FAKE_DIR/bin:$PATH" $as_user "$root/tutorial" list >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" </dev/null || code=$?
  [ "$(id -u)" -eq 0 ] || chmod 755 "$root/build/auto"
  expect_exit 0
  expect_part err "building in $FAKE_DIR/tmp/.cache/cuda-by-chapter/"
  expect_part out driver
  rm -rf "$FAKE_DIR/tmp/.cache"
fi

test_name="doctor --json writes where a link leads, leaves a pipe a pipe, and says when the disk is full"
echo old >"$FAKE_DIR/real.json"
ln -s real.json "$FAKE_DIR/link.json"
tutorial doctor --json "$FAKE_DIR/link.json"
[ -L "$FAKE_DIR/link.json" ] || complain "the link is gone"
grep -q '"backend": ' "$FAKE_DIR/real.json" || complain "not written"
mkfifo "$FAKE_DIR/pipe"
cat "$FAKE_DIR/pipe" >"$FAKE_DIR/read" &
tutorial doctor --json "$FAKE_DIR/pipe"
wait
[ -p "$FAKE_DIR/pipe" ] || complain "the pipe is gone"
grep -q '"backend": ' "$FAKE_DIR/read" || complain "nothing came out of the pipe"
# Not the device itself, which a mistake of root's would replace: a link to it stays a link, and the device is looked at first.
if [ -c /dev/full ] && [ ! -w /dev ]; then
  tutorial doctor --json /dev/full
  expect_exit 1
fi
code=0
PATH="$FAKE_DIR/bin:$PATH" "$root/tutorial" doctor --json - >/dev/full 2>"$FAKE_DIR/err" || code=$?
expect_exit 1
expect_part err "cannot write to standard output"
tutorial doctor --json ''
expect_exit 2

test_name="sim: the program reads our input; a signal reaches it; what killed it is said; nothing stays behind"
echo >"$FAKE_DIR/x.cu"
[ "$(echo hello | PATH="$FAKE_DIR/bin:$PATH" "$root/tutorial" sim "$FAKE_DIR/x.cu" -- cat)" = hello ] || complain "no input"
tutorial sim "$FAKE_DIR/x.cu" -- die
expect_exit 137
expect_part err "tutorial: x was killed by signal 9"
PATH="$FAKE_DIR/bin:$PATH" "$root/tutorial" sim "$FAKE_DIR/x.cu" -- sleep >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" </dev/null &
script=$!
tries=0
while [ ! -s "$FAKE_DIR/pid" ] && [ "$tries" -lt 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
[ -s "$FAKE_DIR/pid" ] || complain "the program never started"
kill -TERM "$script"
code=0
wait "$script" || code=$?
expect_exit 143
! kill -0 "$(cat "$FAKE_DIR/pid")" 2>/dev/null || complain "the program still runs"
[ -z "$(ls "$FAKE_DIR/tmp")" ] || complain "left behind: $(ls "$FAKE_DIR/tmp")"

test_name="a terminal that cannot overwrite gets no escapes, one that can gets them"
if has_terminal; then
  escapes() { TERM=$1 PATH="$FAKE_DIR/bin:$PATH" script -qec "'$root/tutorial' list" /dev/null </dev/null | grep -c "$(printf '\033')" || true; }
  [ "$(escapes dumb)" -eq 0 ] || complain "escapes on a dumb terminal"
  [ "$(escapes xterm)" -gt 0 ] || complain "no progress on a terminal"
fi
