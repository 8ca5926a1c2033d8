// The body of doctest, which takes longer to compile than most tests: once for all of them.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
