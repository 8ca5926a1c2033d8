#!/bin/sh
# The script `tutorial` in an isolated environment: what it installs, asks, configures, builds, and passes on. No network, no compiler.
# Needs: nothing
# Tier: quick
set -eu
FAKE_DIR=$(mktemp -d)
export FAKE_DIR
trap 'rm -rf "$FAKE_DIR"' EXIT
root="$FAKE_DIR/a clone"
mkdir -p "$root/common" "$FAKE_DIR/bin" "$FAKE_DIR/elsewhere"
cp "$SOURCE_DIR/tutorial" "$SOURCE_DIR/CMakePresets.json" "$SOURCE_DIR/CMakeLists.txt" "$root"
cp -r "$SOURCE_DIR/common/setup" "$root/common/setup"
unset CI TUTORIAL_PRESET TUTORIAL_BUILD CXX CUDACXX CUDA_HOME CUDA_PATH || true

# The world: the usual commands, and fakes of those that the script sets up with.
for command in sh env cat sed tr grep paste cksum mkdir rm tail flock readlink basename mktemp nproc tee ln chmod mv awk find sort dirname date cp; do
  real=$(command -v "$command")
  case $real in /*) ln -s "$real" "$FAKE_DIR/bin/$command" ;; esac
done
fake() {
  { echo '#!/bin/sh'; cat; } >"$FAKE_DIR/bin/$1"
  chmod +x "$FAKE_DIR/bin/$1"
}
fake id <<'END'
cat "$FAKE_DIR/uid"
END
fake apt-get <<'END'
echo "$*" >>"$FAKE_DIR/apt.txt"
[ "$1" = update ] || { rm -f "$FAKE_DIR/missing"; for command in cmake ninja g++; do ln -sf "fake-$command" "$FAKE_DIR/bin/$command"; done; }
END
fake uname <<'END'
cat "$FAKE_DIR/machine"
END
fake fake-g++ <<'END'
case $1 in -print-file-name=*) echo "${1#*=}"; exit ;; esac
cat >/dev/null
echo "new enough"
cat "$FAKE_DIR/missing" 2>/dev/null
exit 0
END
fake fake-ninja <<'END'
echo "$*" >>"$FAKE_DIR/ninja.txt"
[ ! -e "$FAKE_DIR/damaged" ]
END
fake true </dev/null
fake make </dev/null  # a bare machine has none
fake fake-cmake <<'END'
case $1 in
  --version) echo "cmake version $(cat "$FAKE_DIR/cmake-version")"; exit ;;
esac
echo "$*" >>"$FAKE_DIR/cmake.txt"
[ ! -e "$FAKE_DIR/breaks" ] || { echo "error: it is broken"; exit 1; }
# A slow build: it goes on until its progress has been printed, or for 30 s.
if [ -e "$FAKE_DIR/slow" ] && [ "$1" = --build ]; then
  echo "[3/9] Building CXX object a.o"
  tries=0
  while [ "$tries" -lt 300 ] && ! grep -q '3/9' "$FAKE_DIR/err"; do
    "$(cat "$FAKE_DIR/sleep")" 0.1
    tries=$((tries + 1))
  done
  mv "$FAKE_DIR/driver" "$2/bin/tutorial-run"
fi
case $* in
  *--preset*)
    preset=${*##* }
    while [ "$1" != -B ]; do shift; done
    mkdir -p "$2/bin"
    cd "$2"
    : >build.ninja
    echo '{"backends": ["sim"]}' >tutorial.json
    cp "$FAKE_DIR/tests.json" .
    for program in tutorial-run tutorial-driver tutorial-author tutorial-exercise tutorial-grade cudasim-simcc; do
      printf '#!/bin/sh\necho "%s in $PWD"\nfor word in "$@"; do echo "[$word]"; done\n' "$program" >"bin/$program"
      chmod +x "bin/$program"
    done
    ;;
esac
END
fake ctest <<'END'
case " $* " in *" -N -R nosuch "*) exit ;; *" -N -R "*) grep copy "$FAKE_DIR/ctest-all"; exit ;; *" -N "*) cat "$FAKE_DIR/ctest-all"; exit ;; esac
while [ $# -gt 0 ]; do
  case $1 in --output-log) log=$2 ;; --output-junit) cat "$FAKE_DIR/ctest-junit" >"$2" 2>/dev/null ;; -I) echo "numbers $(cat "$2")" ;; esac
  shift
done
cat "$FAKE_DIR/ctest-says" | tee "$log"
exit "$(cat "$FAKE_DIR/ctest-exit")"
END

# What CMake writes of the tests, one per line.
{
  echo '['
  echo '    {"name": "sim.copy", "tier": "all", "folder": "ch08_x", "needs": "copy.sim", "gpu": false},'
  echo '    {"name": "shell.copies", "tier": "quick", "folder": "common/tests/driver", "needs": "tutorial_driver simcc", "gpu": false},'
  echo '    {"name": "mutation.copy", "tier": "nightly", "folder": "common/tests/lens/mutation", "needs": "mutate copy.lens", "gpu": false},'
  echo '    {"name": "cuda.copy", "tier": "quick", "folder": "ch08_x", "needs": "copy.cuda", "gpu": true},'
  echo '    {"name": "shell.gate_page_statements", "tier": "quick", "folder": "common/tests/gates", "needs": "", "gpu": false},'
  echo '    {"name": "unit.other", "tier": "all", "folder": "common/tests/lens", "needs": "all", "gpu": false},'
  echo '    {"name": "exercise.fix", "tier": "quick", "folder": "ch08_x/exercises/fix", "needs": "exercise.fix", "gpu": false}'
  echo '  ]'
} >"$FAKE_DIR/tests.json"
{
  printf 'Test project %s\n' "$root"
  printf '  Test %2s: %s\n' '#1' sim.copy '#2' shell.copies '#3' mutation.copy '#4' cuda.copy '#5' shell.gate_page_statements '#6' unit.other '#7' exercise.fix
} >"$FAKE_DIR/ctest-all"
install_all() { for command in cmake ninja g++; do ln -sf "fake-$command" "$FAKE_DIR/bin/$command"; done; }
remove_all() { rm -f "$FAKE_DIR/bin/cmake" "$FAKE_DIR/bin/ninja" "$FAKE_DIR/bin/g++" "$FAKE_DIR/missing"; rm -rf "$root/build"; }
tutorial() {
  rm -f "$FAKE_DIR/apt.txt" "$FAKE_DIR/cmake.txt" "$FAKE_DIR/ninja.txt"
  code=0
  (cd "$FAKE_DIR/elsewhere" && PATH="$FAKE_DIR/bin" "$root/tutorial" "$@") >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" </dev/null || code=$?
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
expect_line() { grep -qxF -e "$2" "$FAKE_DIR/$1" || complain "$1 has not the line: $2"; }
expect_part() { grep -qF -e "$2" "$FAKE_DIR/$1" || complain "$1 does not hold: $2"; }
expect_none() { [ ! -e "$FAKE_DIR/$1" ] || complain "there is a $1"; }

echo 3.25.1 >"$FAKE_DIR/cmake-version"
echo x86_64 >"$FAKE_DIR/machine"
all="cmake ninja-build g++ libcli11-dev libfmt-dev libmd-dev libseccomp-dev nlohmann-json3-dev doctest-dev"

test_name="a bare system, an ordinary user: the one line that installs everything, exit 1"
echo 1000 >"$FAKE_DIR/uid"
tutorial run
expect_exit 1
expect_line err "tutorial: something is missing. This installs it: su -c 'apt-get update && apt-get install -y --no-install-recommends $all'"
[ "$(wc -l <"$FAKE_DIR/err")" -eq 1 ] || complain "more than one line"
expect_none apt.txt

test_name="with sudo that wants a password: the same line for sudo"
echo 'exit 1' | fake sudo
tutorial run --yes
expect_exit 1
expect_part err "sudo sh -c 'apt-get update && apt-get install"
expect_none apt.txt

test_name="with sudo that wants none, and --yes: it installs; without --yes and without a terminal it does not"
fake sudo <<'END'
[ "$1" = -n ] && shift
exec "$@"
END
tutorial run
expect_exit 1
expect_none apt.txt
tutorial run --yes
expect_exit 0
expect_line apt.txt "install -y --no-install-recommends $all"
rm "$FAKE_DIR/bin/sudo"

test_name="root: it installs, configures, builds and runs"
echo 0 >"$FAKE_DIR/uid"
remove_all
tutorial run ch08
expect_exit 0
expect_line err "tutorial: installing $all"
expect_line apt.txt update
expect_line err "tutorial: as root: apt-get update"
expect_line err "tutorial: as root: apt-get install -y --no-install-recommends $all"
expect_line apt.txt "install -y --no-install-recommends $all"
expect_line cmake.txt "-S $root -B $root/build/auto --preset auto"
expect_line cmake.txt "--build $root/build/auto --target tutorial_ready"
expect_line out "tutorial-run in $FAKE_DIR/elsewhere"
expect_line out "[ch08]"

test_name="the first build says what it builds, and a slow one how far it is, every 20 s without a terminal"
mv "$root/build/auto/bin/tutorial-run" "$FAKE_DIR/driver"
command -v sleep >"$FAKE_DIR/sleep"
touch "$FAKE_DIR/slow"
fake sleep <<'END'
exec "$(cat "$FAKE_DIR/sleep")" 0.1
END
mv "$FAKE_DIR/bin/date" "$FAKE_DIR/date"
fake date <<'END'
seconds=$(cat "$FAKE_DIR/seconds")
echo $((seconds + 10)) >"$FAKE_DIR/seconds"
echo "$seconds"
END
echo 100 >"$FAKE_DIR/seconds"
tutorial run ch08
expect_exit 0
expect_line err "tutorial: building the simulator and the tools: a few minutes, only this once"
expect_line err "tutorial: building [3/9] after 20 s, about 40 s left"
! grep -qE "after 10 s" "$FAKE_DIR/err" || complain "it says more than a line every 20 s"
rm "$FAKE_DIR/slow" "$FAKE_DIR/bin/sleep" "$FAKE_DIR/bin/date"
mv "$FAKE_DIR/date" "$FAKE_DIR/bin/date"

test_name="the second run installs nothing and configures nothing"
tutorial run ch08
expect_exit 0
expect_none apt.txt
[ "$(cat "$FAKE_DIR/cmake.txt")" = "--build $root/build/auto --target tutorial_ready" ] || complain "more than one build"
[ ! -s "$FAKE_DIR/err" ] || complain "something on standard error"

test_name="a run that waits for another build in the folder says so after two seconds"
(
  flock 9
  : >"$FAKE_DIR/held"
  sleep 3
) 9>"$root/build/auto/lock" &
until [ -e "$FAKE_DIR/held" ]; do sleep 0.1; done
tutorial list
wait
expect_exit 0
[ "$(cat "$FAKE_DIR/err")" = "tutorial: waiting for another build in $root/build/auto" ] || complain "it says something else"

test_name="one missing library"
echo "needed libfmt-dev" >"$FAKE_DIR/missing"
tutorial list
expect_exit 0
expect_line apt.txt "install -y --no-install-recommends libfmt-dev"
expect_part cmake.txt "--fresh"

test_name="another processor than x86-64: Boost.Context's library is asked for, which may be missing where its headers are there"
echo aarch64 >"$FAKE_DIR/machine"
echo "linked libboost-context-dev" >"$FAKE_DIR/missing"
tutorial list
expect_exit 0
expect_line apt.txt "install -y --no-install-recommends libboost-context-dev"
remove_all
tutorial list
expect_exit 0
expect_line apt.txt "install -y --no-install-recommends $(echo "$all" | sed 's/g++/& libboost-context-dev/')"
echo x86_64 >"$FAKE_DIR/machine"

test_name="a changed preset file configures anew"
echo >>"$root/CMakePresets.json"
tutorial list
expect_line cmake.txt "--fresh -S $root -B $root/build/auto --preset auto"

test_name="no apt-get: the packages are named"
mv "$FAKE_DIR/bin/apt-get" "$FAKE_DIR/apt-get"
remove_all
tutorial run
expect_exit 1
expect_part err "CLI11, fmt, libmd, libseccomp, nlohmann-json and doctest (and of Boost.Context"

test_name="Fedora's and Arch's managers, with their names of the packages; what has none there is no obstacle"
for manager in dnf pacman; do
  sed 's/"\$\*" >>/"'"$manager"' $*" >>/' "$FAKE_DIR/apt-get" >"$FAKE_DIR/bin/$manager"
  chmod +x "$FAKE_DIR/bin/$manager"
  case $manager in
    dnf) line="install -y cmake ninja-build gcc-c++ glibc-static libstdc++-static cli11-devel fmt-devel" rest="libmd-devel libseccomp-devel json-devel doctest-devel" ;;
    pacman) line="-S --needed --noconfirm cmake ninja gcc cli11 fmt" rest="libmd libseccomp nlohmann-json doctest" ;;
  esac
  remove_all
  echo 1000 >"$FAKE_DIR/uid"
  tutorial run
  expect_exit 1
  expect_line err "tutorial: something is missing. This installs it: su -c '$manager $line $rest'"
  echo 0 >"$FAKE_DIR/uid"
  tutorial run
  expect_exit 0
  [ "$(cat "$FAKE_DIR/apt.txt")" = "$manager $line $rest" ] || complain "another command for $manager"
  mv "$FAKE_DIR/bin/$manager" "$FAKE_DIR/$manager"
done
remove_all
mv "$FAKE_DIR/apt-get" "$FAKE_DIR/bin/apt-get"
install_all

test_name="an old CMake"
echo 3.22.1 >"$FAKE_DIR/cmake-version"
tutorial run
expect_exit 1
expect_part err "CMake 3.22.1 is too old; 3.25 or newer is needed"
tutorial doctor
expect_exit 1
expect_part out "a newer CMake"
echo 3.25.1 >"$FAKE_DIR/cmake-version"

test_name="an old compiler"
rm "$FAKE_DIR/bin/g++"
echo 'cat >/dev/null' | fake g++
echo 1000 >"$FAKE_DIR/uid"
tutorial run
expect_exit 1
expect_line err "tutorial: too old (g++ 12 or clang 14 is needed): g++"
expect_part err "g++-12"
rm "$FAKE_DIR/bin/g++"
install_all

test_name="a step that fails shows the end of its log and where it is"
touch "$FAKE_DIR/breaks"
tutorial run
expect_exit 1
expect_line err "error: it is broken"
expect_line err "tutorial: configure failed; all it said is in $root/build/auto/log/configure.txt"
tutorial run --verbose
expect_line err "error: it is broken"
expect_line err "tutorial: configure failed"
rm "$FAKE_DIR/breaks"

test_name="through a link, with options before and after the verb, all but its own passed on"
ln -s "$root/tutorial" "$FAKE_DIR/elsewhere/my tutorial"
code=0
(cd "$FAKE_DIR/elsewhere" && PATH="$FAKE_DIR/bin" "./my tutorial" --preset=sim run --yes ch08 --json "a b" -- --yes "c d" --preset) \
  >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" || code=$?
expect_exit 0
[ "$(sed 1d "$FAKE_DIR/out" | tr '\n' ' ')" = "[run] [ch08] [--json] [a b] [--] [--yes] [c d] [--preset] " ] || complain "other arguments"
[ -e "$root/build/sim/build.ninja" ] || complain "not the preset sim"

test_name="explain, exercise and bench pass their words on, exercise and grade to the markers"
tutorial --preset sim explain copy --line 3 --yes -- --rows 5
[ "$(sed 1d "$FAKE_DIR/out" | tr '\n' ' ')" = "[explain] [copy] [--line] [3] [--] [--rows] [5] " ] || complain "other arguments"
tutorial --preset sim exercise check --yes guard_tail --json "a b"
expect_line cmake.txt "--build $root/build/sim --target tutorial_exercise"
[ "$(tr '\n' ' ' <"$FAKE_DIR/out")" = "tutorial-exercise in $FAKE_DIR/elsewhere [exercise] [check] [guard_tail] [--json] [a b] " ] ||
  complain "other arguments"
: >"$FAKE_DIR/cmake.txt"
tutorial --preset sim exercise check && [ "$(cat "$FAKE_DIR/cmake.txt")" = "--build $root/build/sim --target tutorial_exercise" ] ||
  complain "the exercise that was started last"
test_name="the first check's cases compile beside the marker"
mkdir -p "$root/ch08_x/exercises/fix"
: >"$root/ch08_x/exercises/fix/check.cpp"
tutorial --preset sim exercise check fix
expect_line cmake.txt "--build $root/build/sim --target tutorial_exercise exercise.fix"
rm -r "$root/ch08_x"
tutorial --preset sim grade here && grep -q '^tutorial-grade in ' "$FAKE_DIR/out" || complain "grade is another program's"
tutorial --preset sim bench --only ch06 --yes --json "a b" --quick
[ "$(sed 1d "$FAKE_DIR/out" | tr '\n' ' ')" = "[bench] [--only] [ch06] [--json] [a b] [--quick] " ] || complain "other arguments"

test_name="docs wants Doxygen, and would like the theme; it prints where the site is"
echo 1000 >"$FAKE_DIR/uid"
tutorial --preset sim docs
expect_exit 1
expect_part err "apt-get install -y --no-install-recommends doxygen"
echo 0 >"$FAKE_DIR/uid"
fake doxygen </dev/null
tutorial --preset sim docs --no-open
expect_exit 0
expect_part cmake.txt "--target docs"
expect_line out "$root/build/sim/docs/html/index.html"
rm "$FAKE_DIR/bin/doxygen"
echo 1000 >"$FAKE_DIR/uid"

test_name="simcc gets its words untouched, and works where it is called"
tutorial --preset sim simcc --yes -o "a b" --preset x -- --help -h
expect_exit 0
[ "$(tr '\n' ' ' <"$FAKE_DIR/out")" = "cudasim-simcc in $FAKE_DIR/elsewhere [--yes] [-o] [a b] [--preset] [x] [--] [--help] [-h] " ] ||
  complain "other arguments"

test_name="--version is that of CMake, of the citation and of the list of changes"
tutorial --version
expect_exit 0
version=$(sed -n 's/^version: //p' "$SOURCE_DIR/CITATION.cff")
[ "$(cat "$FAKE_DIR/out")" = "CUDA by Chapter $version" ] || complain "not the version of CITATION.cff"
grep -q "^## $version - $(sed -n 's/^date-released: //p' "$SOURCE_DIR/CITATION.cff")\$" "$SOURCE_DIR/CHANGELOG.md" || complain "not in CHANGELOG.md"
tutorial --version copy
expect_exit 2

test_name="what makes no sense: one line, exit 2"
for words in fly "--preset nope run" "run --preset" "sim" "sim -O2 -- x.cu" "--preset cuda exercise list" "test a b" "test --quick" "test --all copy" "test --changed a b" "docs now" "doctor now" "doctor --json /no/such/folder/x"; do
  # shellcheck disable=SC2086  # words
  tutorial $words
  expect_exit 2
  [ "$(wc -l <"$FAKE_DIR/err")" -eq 1 ] || complain "not one line for: $words"
done
test_name="without a verb: at most 15 lines of 80 columns, with the four commands a newcomer needs"
# fits FILE COLUMNS: no line is longer.
fits() { ! grep -qE ".{$(($2 + 1))}" "$FAKE_DIR/$1" || complain "$1 has a line of more than $2 columns"; }
tutorial
expect_exit 0
expect_part out "CUDA by Chapter $version"
for command in "less docs/pages/first_kernel.md" "./tutorial run ch08" "./tutorial exercise next" "./tutorial docs" "./tutorial help"; do
  expect_part out "$command"
done
[ -e "$SOURCE_DIR/docs/pages/first_kernel.md" ] || complain "names a page that is not there"
[ "$(wc -l <"$FAKE_DIR/out")" -le 15 ] || complain "more than 15 lines"
fits out 80
expect_none cmake.txt

test_name="help lists every verb, once and within 80 columns; help VERB explains that verb only"
tutorial help
expect_exit 0
fits out 80
for verb in $(sed -n 's/^  \([a-z |]*\))$/\1/p' "$SOURCE_DIR/tutorial" | tr -d '|'); do
  [ "$verb" = version ] || [ "$(grep -cE "^  $verb( |\$)" "$FAKE_DIR/out")" -eq 1 ] || complain "the verb $verb is not listed once"
done
for words in "run --help" "--help run" "help run"; do
  # shellcheck disable=SC2086  # the words are words
  tutorial $words
  expect_exit 0
  [ "$(head -n 1 "$FAKE_DIR/out")" = "usage: ./tutorial run [WHAT] [--all] [-- ARGS]" ] || complain "not the usage of run"
  expect_part out "WHAT is a chapter"
  fits out 80
  ! grep -qE "bench|grade|handout|sarif|exit code [0-9]" "$FAKE_DIR/out" || complain "it explains other verbs"
done
tutorial fly --help
expect_exit 2
expect_part err "tutorial: there is no verb 'fly'. ./tutorial help shows all"

test_name="test: CTest's exit code, what was skipped and why, and CTest's closing line last"
printf '  1/4 Test\n90%% tests passed, 1 tests failed out of 10\n\nThe following tests did not run:\n' >"$FAKE_DIR/ctest-says"
printf '\t  2 - cuda.copy.float.n_0 (Skipped)\n\t 12 - cuda.dot (Skipped)\n\t 13 - shell.thrust (Skipped)\n' >>"$FAKE_DIR/ctest-says"
printf '\nThe following tests FAILED:\n\t  3 - unit.x (Not Run)\nErrors while running CTest\n' >>"$FAKE_DIR/ctest-says"
echo 8 >"$FAKE_DIR/ctest-exit"
tutorial test nosuch
expect_exit 2
expect_line err "tutorial: no test's name matches 'nosuch'; ctest --test-dir $root/build/auto -N lists all"
! grep -q -e --build "$FAKE_DIR/cmake.txt" 2>/dev/null || complain "builds for a test that is not there"
expect_line ninja.txt "-C $root/build/auto build.ninja"  # or a test that was added since would not be there either
{
  printf '<testsuite name="(empty)"\n\t>\n\t<testcase name="unit.y" classname="unit.y" time="1" status="run">\n\t\t<system-out>all right\n</system-out>\n\t</testcase>\n'
  printf '\t<testcase name="unit.x" classname="unit.x" time="1" status="fail">\n\t\t<failure message=""/>\n\t\t<system-out>first\n'
  seq 100 129
  printf 'a &lt; b &amp;&amp; &quot;c&quot;\n</system-out>\n\t</testcase>\n</testsuite>\n'
} >"$FAKE_DIR/ctest-junit"
tutorial test copy
expect_exit 8
# chosen TARGETS NUMBERS: what was built, and which tests ran.
chosen() {
  [ "$(paste -sd ' ' - <"$root/build/auto/log/targets.txt")" = "$1" ] || complain "builds $(paste -sd ' ' - <"$root/build/auto/log/targets.txt"), not $1"
  expect_line out "numbers 0,0,0,$2"
}
chosen "copy.cuda copy.lens copy.sim mutate" 1,3,4
grep -qx 'Building took 0 min [0-9]* s, testing 0 min [0-9]* s\.' "$FAKE_DIR/out" || complain "not said: what building and testing took"
expect_line out "2 GPU tests skipped: no NVIDIA GPU is visible."
expect_line out "Skipped, since something it needs is not installed: shell.thrust"
[ "$(sed -n '/^The end of/,$p' "$FAKE_DIR/out" | paste -sd ' ' -)" = "The end of unit.x: $(seq -s ' ' -f '  %g' 111 129)   a < b && \"c\" 90% tests passed, 1 tests failed out of 10" ] ||
  complain "not the ends of failed tests"
[ "$(tail -n 1 "$FAKE_DIR/out")" = "90% tests passed, 1 tests failed out of 10" ] || complain "another last line"
driver=$root/build/auto/bin/tutorial-run
cp "$driver" "$FAKE_DIR/driver" && echo 'echo "Running on the CPU simulator: no NVIDIA GPU is visible."' >>"$driver"
tutorial test
chosen "exercise.fix simcc tutorial_driver" 2,5,7
grep -q '^3 GPU tests skipped' "$FAKE_DIR/out" || complain "does not say what wants a GPU"
tutorial test --all
chosen all 1,2,5,6,7
tutorial test --rest
chosen all 1,6
tutorial test --nightly
chosen "copy.lens mutate" 3
mv "$FAKE_DIR/driver" "$driver"
echo "100% tests passed, 0 tests failed out of 10" >"$FAKE_DIR/ctest-says"
echo 0 >"$FAKE_DIR/ctest-exit"
tutorial test
chosen "copy.cuda exercise.fix simcc tutorial_driver" 2,4,5,7
expect_exit 0
[ "$(tail -n 1 "$FAKE_DIR/out")" = "100% tests passed, 0 tests failed out of 10" ] || complain "another last line"

test_name="test --changed: by the folder of what git says has changed, and the quick gates"
tutorial test --changed
expect_exit 2
expect_line err "tutorial: --changed needs git and a clone"
fake git <<'END'
case $* in
  *merge-base\ lost* | *merge-base\ main*) exit 1 ;;
  *merge-base\ earlier*) echo 1234 ;;
  *merge-base*) echo 5678 ;;
  *diff\ *1234*) cat "$FAKE_DIR/since-base" ;;
  *diff\ *5678*) cat "$FAKE_DIR/edited" ;;
  *diff-tree*) cat "$FAKE_DIR/last-commit" ;;
esac
END
# changed FILE TARGETS NUMBERS: of one file that was edited.
changed() {
  echo "$1" >"$FAKE_DIR/edited"
  tutorial test --changed
  expect_exit 0
  chosen "$2" "$3"
}
changed ch08_x/README.md "copy.cuda copy.sim exercise.fix" 1,4,5,7
changed ch08_x/exercises/fix/wrong/a.cu exercise.fix 5,7
changed common/tests/lens/a.cpp all 5,6
changed common/driver/run/run.cpp "copy.cuda exercise.fix simcc tutorial_driver" 2,4,5,7
changed CMakeLists.txt "copy.cuda exercise.fix simcc tutorial_driver" 2,4,5,7
changed common/setup/test.sh "simcc tutorial_driver" 2,5
: >"$FAKE_DIR/edited"
echo ch08_x/exercises/fix/a.cu >"$FAKE_DIR/last-commit"
tutorial test --changed
chosen exercise.fix 5,7
echo ch08_x/a.cu >"$FAKE_DIR/since-base"
tutorial test --changed earlier
chosen "copy.cuda copy.sim exercise.fix" 1,4,5,7
tutorial test --changed lost
expect_exit 2
rm "$FAKE_DIR/bin/git"

test_name="what only some tests want is installed for them if that can be, and is no obstacle"
echo "optional libthrust-dev" >"$FAKE_DIR/missing"
tutorial test
expect_exit 0
expect_none apt.txt
tutorial run
expect_exit 0
expect_none apt.txt
echo 0 >"$FAKE_DIR/uid"
tutorial run
expect_none apt.txt
tutorial test
expect_exit 0
expect_line apt.txt "install -y --no-install-recommends libthrust-dev python3"
fake apt-cache <<'END'
printf 'Package: %s\nVersion: 2.3.2-2\n' "$2"
END
rm -rf "$root/build"
echo "optional libthrust-dev" >"$FAKE_DIR/missing"
tutorial test
expect_exit 0
expect_line apt.txt "install -y --no-install-recommends python3"  # and not a Thrust that the simulator cannot be compiled with
rm "$FAKE_DIR/bin/apt-cache"
mv "$FAKE_DIR/bin/apt-get" "$FAKE_DIR/apt-get"
cp "$FAKE_DIR/dnf" "$FAKE_DIR/bin"
for has_python in "" yes; do
  [ -z "$has_python" ] || fake python3 </dev/null
  rm -rf "$root/build"
  echo "optional libthrust-dev" >"$FAKE_DIR/missing"
  tutorial test
  expect_exit 0
  # Fedora has no package of Thrust.
  if [ -n "$has_python" ]; then expect_none apt.txt; else expect_line apt.txt "dnf install -y python3"; fi
done
rm "$FAKE_DIR/bin/dnf" "$FAKE_DIR/bin/python3"
mv "$FAKE_DIR/apt-get" "$FAKE_DIR/bin/apt-get"

test_name="doctor: the exit code says whether all is there"
tutorial doctor
expect_exit 0
expect_part out "tutorial-run in"
rm -rf "$root/build"
tutorial doctor
expect_exit 0
expect_part out "Running on the CPU simulator: no NVIDIA GPU is visible"
expect_none cmake.txt
echo "needed libfmt-dev" >"$FAKE_DIR/missing"
tutorial doctor --json "$FAKE_DIR/doctor.json"
expect_exit 1
grep -q '"ready": false' "$FAKE_DIR/doctor.json" || complain "doctor.json is wrong"
tutorial doctor
expect_line out "To do: apt-get update && apt-get install -y --no-install-recommends libfmt-dev"
