# shellcheck shell=sh
# For tests of what a terminal shows; they source this file.

# Whether `script` can make a pseudo-terminal. A container may have the program, but no /dev/pts.
has_terminal() { script -qec true /dev/null </dev/null >/dev/null 2>&1; }

# on_terminal COLUMNS COMMAND_LINE: what the command prints on a terminal of that width
on_terminal() { script -qec "stty cols $1; $2" /dev/null </dev/null | tr -d '\r'; }
