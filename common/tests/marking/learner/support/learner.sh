# shellcheck shell=sh
# Sourced by tests: a learner with a folder of their own, $LEARNER, who works somewhere else.
# The expect_… are those of the tests of the driver.
. "$SOURCE_DIR/common/tests/driver/fake/manifest.sh"
FOLDER=$FAKE_DIR
LEARNER="$FOLDER/my exercises"
# shellcheck disable=SC2034  # for the tests
FILE="$LEARNER/guard_tail.cu"
mkdir "$FOLDER/elsewhere"

# Runs `exercise …`: output in $FOLDER/out and err, exit code in $code.
exercise() {
  code=0
  (cd "$FOLDER/elsewhere" && "$BUILD_DIR/bin/tutorial-exercise" exercise --folder "$LEARNER" "$@") \
    >"$FOLDER/out" 2>"$FOLDER/err" || code=$?
}

expect_none() { [ ! -e "$1" ] || complain "there is $1"; }
