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
