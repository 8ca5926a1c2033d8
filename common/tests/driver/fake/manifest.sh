# shellcheck shell=sh
# shellcheck disable=SC2154  # test_name is the test's
# Sourced by tests: makes a small tutorial of fake programs in $FAKE_DIR and its manifest $FAKE_DIR/build/tutorial.json.
#
#   fake_tutorial folder:program[:role[:continues]]…
#
# The folder is CHAPTER, CHAPTER/PART, or one of these with /further; programs are numbered as they come.
#
# Programs called faulty_* show two faults, seen and missed. Those called large_*, brittle_* and sampled_* have a table of a sample, with --large. With FAKE_LENS all are built for the lens as well.
#
# FAKE_BACKEND: the back end that the programs are for, sim by default. FAKE_BENCH: the manifest's "bench", what is in its brackets.
FAKE_DIR=$(mktemp -d)
export FAKE_DIR
FAKE_BACKEND=${FAKE_BACKEND:-sim}
export FAKE_BACKEND
trap 'rm -rf "$FAKE_DIR"' EXIT

fake_tutorial() {
  mkdir -p "$FAKE_DIR/build/$FAKE_BACKEND"
  cp "$SOURCE_DIR/common/tests/driver/fake/cmake.sh" "$FAKE_DIR/cmake"
  chmod +x "$FAKE_DIR/cmake"
  chapters=
  parts=
  programs=
  known=
  number=0
  for entry in "$@"; do
    IFS=: read -r folder program role continues <<END
$entry
END
    number=$((number + 1))
    file=$folder/$(printf %02d "$number")_$program.cu
    further=false
    ladder=${folder#*/}
    case $folder in
      */further) further=true continues=${continues:-${ladder%/further}} ;;
    esac
    [ "$ladder" != further ] || ladder=${folder%/further}/further continues=${folder%/further}
    chapter=${folder%%/*}
    part=${folder#"$chapter"}
    part=${part#/}
    part=${part%further}
    part=${part%/}
    case " $known " in
      *" $chapter/$part "*) ;;
      *)
        known="$known $chapter/$part"
        [ -z "$part" ] ||
          parts="$parts${parts:+,}{\"chapter\": \"$chapter\", \"name\": \"$part\", \"question\": \"What is $part for?\"}"
        ;;
    esac
    case " $known " in
      *" $chapter "*) ;;
      *) known="$known $chapter"; chapters="$chapters${chapters:+,}{\"name\": \"$chapter\", \"question\": \"What is $chapter for?\"}" ;;
    esac
    mkdir -p "$FAKE_DIR/$folder"
    printf '// %s: what does %s teach?\n// Step     as %s\n' "$program" "$program" "$program" >"$FAKE_DIR/$file"
    cp "$SOURCE_DIR/common/tests/driver/fake/program.sh" "$FAKE_DIR/build/$FAKE_BACKEND/$program"
    chmod +x "$FAKE_DIR/build/$FAKE_BACKEND/$program"
    binaries="\"$FAKE_BACKEND\": \"$FAKE_DIR/build/$FAKE_BACKEND/$program\""
    if [ -n "${FAKE_LENS:-}" ]; then
      mkdir -p "$FAKE_DIR/build/lens"
      cp "$FAKE_DIR/build/$FAKE_BACKEND/$program" "$FAKE_DIR/build/lens/$program"
      binaries="$binaries, \"lens\": \"$FAKE_DIR/build/lens/$program\""
    fi
    faults=
    case $program in faulty_*) faults='"seen", "missed"' ;; esac
    sample=
    case $program in large_* | brittle_* | sampled_*) sample='"--large"' ;; esac
    programs="$programs${programs:+,}
      {\"chapter\": \"$chapter\", \"part\": \"$part\", \"further\": $further, \"number\": $number, \"name\": \"$program\",
       \"source\": \"$file\", \"role\": \"${role:-rung}\", \"ladder\": \"$ladder\", \"continues\": \"$continues\", \"host\": false, \"explain\": [], \"faults\": [$faults], \"sample\": [$sample], \"sample_blocks\": 4, \"binaries\": {$binaries}, \"snapshots\": []}"
  done
  FAKE_TOOLKIT=
  [ "$FAKE_BACKEND" != cuda ] || FAKE_TOOLKIT=13.0.88
  cat >"$FAKE_DIR/build/tutorial.json" <<END
{"source_dir": "$FAKE_DIR", "build_dir": "$FAKE_DIR/build", "cmake": "$FAKE_DIR/cmake", "backends": ["$FAKE_BACKEND"],
 "cuda": {"compiler": "", "version": "$FAKE_TOOLKIT", "architectures": ""}, "cxx": {"compiler": "g++", "id": "GNU", "version": "12"},
 "chapters": [$chapters], "parts": [$parts], "programs": [$programs], "exercises": [], "bench": [${FAKE_BENCH:-}]}
END
}

# fake_gpu: from now on the driver finds one, of the name $FAKE_GPU.
fake_gpu() {
  "${CXX:-c++}" -shared -fPIC -o "$FAKE_DIR/libcuda.so.1" "$SOURCE_DIR/common/tests/driver/fake/libcuda.cpp"
  export LD_LIBRARY_PATH="$FAKE_DIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  export FAKE_GPU="${FAKE_GPU:-Fake GPU}"
}

# driver ARGUMENTS…, author ARGUMENTS…: the program on the fake tutorial: output in $FAKE_DIR/out and err, exit code in $code.
driver() { on_fake_tutorial driver "$@"; }
author() { on_fake_tutorial author "$@"; }
on_fake_tutorial() {
  called=$BUILD_DIR/bin/tutorial-$1
  shift
  rm -f "$FAKE_DIR/ran.txt" "$FAKE_DIR/built.txt"
  code=0
  "$called" --manifest "$FAKE_DIR/build/tutorial.json" "$@" >"$FAKE_DIR/out" 2>"$FAKE_DIR/err" || code=$?
}

# expect_exit N, expect_line FILE REGEX, expect_no_line FILE REGEX, expect_lines FILE N: end the test with what is wrong.
expect_exit() { [ "$code" -eq "$1" ] || complain "exit code $code, wanted $1"; }
expect_line() { grep -Eq -e "$2" "$FAKE_DIR/$1" || complain "no line of $1 matches /$2/"; }
expect_no_line() { ! grep -Eq -e "$2" "$FAKE_DIR/$1" || complain "a line of $1 matches /$2/"; }
expect_lines() { [ "$(wc -l <"$FAKE_DIR/$1")" -eq "$2" ] || complain "$(wc -l <"$FAKE_DIR/$1") lines in $1, wanted $2"; }
complain() {
  echo "$test_name: $1"
  for file in out err built.txt ran.txt; do
    echo "--- $file"
    cat "$FAKE_DIR/$file" 2>/dev/null
  done
  exit 1
}
