#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

std::string for_lens(const std::string& source) {
  cudasim::translate::SharedMacros macros;
  return cudasim::translate::translate(source, {{}, true}, macros).text;
}

}  // namespace

TEST_CASE("constant memory is placed for the lens, and for the lens only") {
  CHECK(for_lens("__constant__ float c[4];") == "CUDASIM_CONSTANT float c[4];");
  CHECK(for_lens("struct P { int a; };\nstatic __constant__ __align__(16) P c = {1};") ==
        "struct P { int a; };\nstatic CUDASIM_CONSTANT __align__(16) P c = {1};");
  CHECK(for_lens("namespace n { __device__ __constant__ int c; }") ==
        "namespace n { __device__ CUDASIM_CONSTANT int c; }");
  CHECK(unchanged("__constant__ float c[4];"));
}

TEST_CASE("a declaration that a compiler would refuse elsewhere is not moved") {
  for (const char* source :
       {"__constant__ const float c[4] = {1};", "constexpr __constant__ int c = 1;",
        "__constant__ __align__(8) const int c = 1;", "inline __constant__ int c;",
        "template <class T> __constant__ T c[4];", "struct S { static __constant__ int c; };"})
    CHECK(for_lens(source) == source);
  CHECK(for_lens("__constant__ const int a = 1; __constant__ int b;") ==
        "__constant__ const int a = 1; CUDASIM_CONSTANT int b;");
}
