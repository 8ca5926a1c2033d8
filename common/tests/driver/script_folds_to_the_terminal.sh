#!/bin/sh
# The output of the script `tutorial` itself, and errors of the driver, are folded between words to the width of the terminal.
# Needs: tutorial_driver
# Tier: quick
set -eu
# shellcheck source=common/tests/support/terminal.sh
. "$SOURCE_DIR/common/tests/support/terminal.sh"
has_terminal || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

complain() {
  echo "$1"
  cat "$folder/out"
  exit 1
}
# shellcheck source=common/setup/text.sh
. "$SOURCE_DIR/common/setup/text.sh"
echo "see https://a.word/longer/than/a/line, then go on" | folded 16 2 >"$folder/out"
printf 'see\n  https://a.word/longer/than/a/line,\n  then go on\n' | cmp -s - "$folder/out" || complain "a long word is not folded like this"
for columns in 50 72 100; do
  for words in "" help "help run" rnu predict doctor; do
    on_terminal "$columns" "TUTORIAL_BUILD=$folder/build $SOURCE_DIR/tutorial $words" >"$folder/out"
    ! grep -E ".{$((columns + 1))}" "$folder/out" | grep -qv '^ *[^ ]*$' || complain "./tutorial $words: a line of more than $columns columns"
    joined=$(tr -s '\n ' ' ' <"$folder/out")
    case $words in
      '') expected='each of which changes one thing and is measured' ;;
      help) expected='./tutorial help VERB explains one verb.' ;;
      'help run') expected='the steps beyond its core (ch08/further, sum/further), or a program.' ;;
      rnu) expected="there is no verb 'rnu'. Did you mean run? ./tutorial help shows all" ;;
      predict) expected='./tutorial list shows all.' ;;
      *) expected='compiler' ;;
    esac
    case $joined in *"$expected"*) ;; *) complain "./tutorial $words: no '$expected'" ;; esac
  done
done
on_terminal 100 "$SOURCE_DIR/tutorial help run" >"$folder/out"
grep -qE '.{81}' "$folder/out" || complain "a terminal of 100 columns is not used"
on_terminal 80 "$BUILD_DIR/bin/tutorial-driver run --al" >"$folder/out"
grep -q '^tutorial: run: there is no option --al' "$folder/out" || complain "the driver does not say what is wrong"
! grep -qE '.{81}' "$folder/out" || complain "an error of the driver has a line of more than 80 columns"
