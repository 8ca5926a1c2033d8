# The accesses of each kernel in PTX, a line each: "name | global load 1 x 16". Beside the loads, stores and atomic operations themselves
# there are asynchronous copies: a load and a store.
function bytes_of(instruction,   n, part, i, many, bits) {
  n = split(instruction, part, ".")
  many = 1
  for (i = 1; i <= n; ++i) {
    if (part[i] ~ /^v[248]$/) many = substr(part[i], 2)
    if (part[i] ~ /^[usbf](8|16|32|64|128)$/) bits = substr(part[i], 2)
  }
  return many * bits / 8
}
function count(what, bytes) { print name "|" what "|" bytes }
/\.entry / { name = $0; sub(/^.*\.entry /, "", name); sub(/[ (].*$/, "", name); print name "|" }
{
  sub(/^[ \t]*(@!?%p[0-9]+[ \t]+)?/, "")
  split($0, word, /[ \t]+/)
  if (word[1] ~ /^cp\.async\.c[ag]\.shared\.global/) {
    split($0, operand, /,[ \t]*/)
    bytes = operand[3] + 0
    if (!(4 in operand) || operand[4] + 0 > 0) count("global load", bytes)
    count("shared store", bytes)
  } else if (word[1] ~ /^(ld|st|atom|red)\./ && word[1] !~ /\.param\./) {
    space = word[1] ~ /\.global/ ? "global" : word[1] ~ /\.shared/ ? "shared" : word[1] ~ /\.const/ ? "constant" : "generic"
    kind = word[1] ~ /^ld/ ? "load" : word[1] ~ /^st/ ? "store" : "atomic"
    count(space " " kind, bytes_of(word[1]))
  }
}
