#!/bin/sh
# On a full or read-only disk, the learner gets a clear message, and all files stay as they are.
# Needs: tutorial_exercise
set -eu
[ -x "$BUILD_DIR/bin/tutorial-exercise" ] || exit 77
if [ "${1:-}" != mounted ]; then
  # Mounting a small disk needs a right that users have, if at all, in a namespace of their own.
  for become in "unshare --mount" "unshare --map-root-user --mount"; do
    if $become sh -c 'mount -t tmpfs none /mnt' 2>/dev/null; then exec $become sh "$0" mounted; fi
  done
  echo "no file system can be mounted here"
  exit 77
fi
. "$SOURCE_DIR/common/tests/marking/learner/support/learner.sh"
mkdir "$LEARNER"
trap 'umount "$LEARNER"; rm -rf "$FAKE_DIR"' EXIT
mount -t tmpfs -o size=64k none "$LEARNER"
fill() { dd if=/dev/zero of="$LEARNER/filler" bs=1k 2>/dev/null || true; }

test_name="full from the start: nothing is begun"
fill
exercise start guard_tail
expect_exit 1
expect_line err "^tutorial: cannot write to .*guard_tail.cu.*No space left on device. --folder FOLDER"
[ ! -e "$FILE" ] || complain "half a starter"
rm "$LEARNER/filler"

exercise start guard_tail
expect_exit 0
exercise hint
expect_exit 0
echo "mine" >"$FILE"
record=$(cat "$LEARNER/.progress.json")
fill

test_name="a check on a full disk is a check; that it is not remembered is said"
exercise check
expect_exit 1
expect_line out "compiles"
expect_line err "^tutorial: your progress is not saved: .*No space left on device"
[ "$(cat "$LEARNER/.progress.json")" = "$record" ] || complain "the record has changed"

test_name="a reset on a full disk changes nothing"
exercise reset guard_tail
expect_exit 1
expect_line err "No space left on device"
[ "$(cat "$FILE")" = mine ] || complain "the learner's file has changed"

test_name="nothing half-written stays"
rm "$LEARNER/filler"
rmdir "$LEARNER/.backup" 2>/dev/null || true
[ "$(find "$LEARNER" -type f | wc -l)" -eq 3 ] || complain "left behind: $(ls -A "$LEARNER")"

test_name="read-only: what only reads works, what writes says so"
mount -o remount,ro "$LEARNER"
exercise list
expect_exit 0
expect_lines err 0
expect_line out "guard_tail +begun"
exercise next
expect_exit 0
exercise check
expect_exit 1
expect_line out "compiles"
expect_line err "^tutorial: your progress is not saved: .*Read-only file system"
exercise hint
expect_exit 0
expect_line out "^Hint 2 of 3"
exercise reset guard_tail
expect_exit 1
expect_lines err 1
expect_line err "^tutorial: .*Read-only file system"
[ "$(cat "$FILE")" = mine ] || complain "the learner's file has changed"
