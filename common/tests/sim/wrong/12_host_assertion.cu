// expect-exit: 134
// alone: the message names main
// expect-stderr: 12_host_assertion\.cu:6: int main\(\): Assertion `1 == 2' failed\.
#include <cassert>

int main() { assert(1 == 2); }
