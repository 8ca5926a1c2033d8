// expect-exit: 134
// expect-stderr: 12_host_assertion\.cu:5: int main\(\): Assertion `1 == 2' failed\.
#include <cassert>

int main() { assert(1 == 2); }
