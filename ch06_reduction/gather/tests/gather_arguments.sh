#!/bin/sh
# The book's arguments of gather_elements have the book's meaning, and invalid ones are refused with the reason.
# Needs: ch06_reduction.sim
# shellcheck source=ch06_reduction/tests/support/refuses.sh
. "$SOURCE_DIR/ch06_reduction/tests/support/refuses.sh"
[ -x "$programs/gather_elements" ] || exit 77

prints() {  # what the output must contain, then the command line
  wanted=$1
  program=$2
  shift 2
  output=$("$programs/$program" "$@") || { echo "$program $*: exit code $?"; exit 1; }
  output=$(echo "$output" | tr -s ' ')
  case $output in
    *"$wanted"*) ;;
    *) echo "$program $*: no '$wanted' in: $output"; exit 1 ;;
  esac
}

prints 'gather, sequential, one per thread 7 K' gather_elements 7 2 0
prints 'gather, sorted, one per thread 7 K' gather_elements 7 2 1
prints 'gather, random, one per thread 3 K' gather_elements 3 1 2
prints 'gather, random, one per thread 3 K' gather_elements 3 1 77
prints 'gather, sorted, one per thread' gather_elements 3
prints '13.90' gather_elements --sizes book --quick  # the book's figure for 0.1 M elements, sequential, in us
refuses '--repeats' gather_elements 3 0 1
refuses 'unexpected argument' gather_elements 1000 2 0 8
refuses '--n' gather_elements 99999999999999999999
refuses '32 bits' gather_elements --n 4294967296
refuses 'sequential' scatter_elements --order same  # would write one element twice
refuses 'power of two' worst_addresses --words 100
refuses 'from no element' locality --window 0
refuses '32 bits' locality --window 4294967296
refuses '68719476736' aos_soa --n 68719476737
refuses '2147483648' sort_by_key --n 2147483649
