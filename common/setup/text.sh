# shellcheck shell=sh
# Part of the script `tutorial`, which sources it: text that fits the terminal.

# find_columns FD: sets columns, the width for text on it: that of the terminal, from 40 to 100; 80 without a terminal.
find_columns() {
  columns=
  if [ -t "$1" ]; then { columns=$(stty size <&4 2>/dev/null); } 4>&"$1"; fi
  columns=${columns#* }
  [ "$columns" -ge 1 ] 2>/dev/null || columns=80
  [ "$columns" -le 100 ] || columns=100
  [ "$columns" -ge 40 ] || columns=40
}

# folded COLUMNS INDENT: folds the lines of standard input between words; lines after the first are indented.
folded() {
  awk -v columns="$1" -v indent="$2" '
    {
      while (length($0) > columns) {
        for (end = columns + 1; end > indent + 1 && substr($0, end, 1) != " "; --end) {}
        if (end <= indent + 1) {  # a word that is longer than a line
          end = index(substr($0, indent + 2), " ")
          if (end == 0) break
          end += indent + 1
        }
        print substr($0, 1, end - 1)
        $0 = sprintf("%" indent "s", "") substr($0, end + 1)
      }
      print
    }'
}
