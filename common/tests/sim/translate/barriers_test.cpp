#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {
const std::string place = "__builtin_FILE(), __builtin_LINE(), __COUNTER__";
}

TEST_CASE("barriers: several on a line, and those in macros, are distinguished") {
  CHECK(unchanged("__global__ void k() { __syncthreads();\n__syncthreads(); }"));
  CHECK(in_kernel("c ? __syncthreads() : __syncthreads();") ==
        "c ? __syncthreads(" + place + ") : __syncthreads(" + place + ");");
  CHECK(in_kernel("n = __syncthreads_count(f(i)); __syncthreads();") ==
        "n = __syncthreads_count(f(i), " + place + "); __syncthreads(" + place + ");");
  CHECK(translated("#define SYNC __syncthreads()\n") == "#define SYNC __syncthreads(" + place + ")\n");
}

TEST_CASE(
    "barriers: several operations of a warp on a line, and those in macros, are distinguished by their "
    "masks") {
  const auto mask = [](const std::string& text) { return "::cudasim::numbered(__COUNTER__, " + text + ")"; };
  CHECK(unchanged("__global__ void k() { a = __shfl_sync(m, x, 0);\na = __shfl_sync(m, x, 1); }"));
  CHECK(in_kernel("a = c ? __shfl_sync(m, x, 0) : __any_sync(f(1, 2), y);") ==
        "a = c ? __shfl_sync(" + mask("m") + ", x, 0) : __any_sync(" + mask("f(1, 2)") + ", y);");
  CHECK(in_kernel("__shfl_sync(g<1, 2>(m), x, 0), __all_sync(a < b, c > 0);") ==
        "__shfl_sync(" + mask("g<1, 2>(m)") + ", x, 0), __all_sync(" + mask("a < b") + ", c > 0);");
  CHECK(translated("#define VOTE(p) __ballot_sync(~0u, p)\n") ==
        "#define VOTE(p) __ballot_sync(" + mask("~0u") + ", p)\n");
}
