#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

std::string in_own_file(const std::string& source) {
  cudasim::translate::SharedMacros macros;
  cudasim::translate::Surroundings surroundings;
  surroundings.dialect.relocatable_device_code = false;
  return cudasim::translate::translate(source, surroundings, macros).text;
}

}  // namespace

TEST_CASE("device variables get internal linkage") {
  for (const char* rest :
       {"__device__ int stat;", "__constant__ float c[4] = {1};", "__managed__ unsigned long x = 1, y;",
        "__device__ __constant__ int c;", "__device__ const float* p;", "__device__ int (*f)(int);",
        "__device__ std::pair<int, int> p;", "__device__ __align__(16) P p{1};"})
    CHECK(in_own_file(rest) == "CUDASIM_INTERNAL " + std::string(rest));
  CHECK(in_own_file("namespace n { volatile __device__ int x; }") ==
        "namespace n { volatile CUDASIM_INTERNAL __device__ int x; }");
  CHECK(in_own_file("struct P { int a; };\n__device__ P a;\nint b;") ==
        "struct P { int a; };\nCUDASIM_INTERNAL __device__ P a;\nint b;");
}

TEST_CASE("names that are not variables, have internal linkage or are extern are unchanged") {
  for (const char* source :
       {"__device__ int f(int x);", "__device__ int f() { return 1; }", "static __device__ int x;",
        "extern __device__ int x;", "extern \"C\" __device__ int x;", "__device__ const int x = 1;",
        "constexpr __device__ int x = 1;", "inline __device__ int x;", "template <class T> __device__ T x;",
        "struct S { static __device__ int x; };\n__device__ int S::x;", "API __device__ int x;",
        "int* __device__ x;", "extern __device__ int x;\n__device__ int x = 1;",
        "__device__ P operator+(P a, P b);", "__device__ int f() { __device__ static int x; return x; }"})
    CHECK(in_own_file(source) == source);
}

TEST_CASE("with -rdc=true files share device variables") { CHECK(unchanged("__device__ int x;")); }

TEST_CASE("a file with variables in device memory is known, and one with constants alone is not") {
  const auto has_variables = [](std::string_view source) {
    return cudasim::translate::translate(source).has_variables;
  };
  for (const char* source :
       {"__device__ int x;", "static __device__ int x[4];", "template <class T> __device__ T x;",
        "struct S { static __device__ int x; };", "__device__ __align__(16) P p{1};",
        "__device__ void (*f)(int);", "__managed__ int x = 1;", "__global__ void k() { static int x; }",
        "__device__ int f() { __device__ static int x; return x; }",
        "#define DEVICE __device__\nDEVICE int x;", "__device__ Pair<int, int> x;"}) {
    CAPTURE(source);
    CHECK(has_variables(source));
  }
  for (const char* source : {"int x;", "__constant__ int x;", "__device__ int f(int x);",
                             "__device__ constexpr int x = 1;", "__device__ P operator=(P a);",
                             "template <class T> __device__ __forceinline__ T f(T x) { return x; }",
                             "__global__ void k() { static __shared__ int x; __shared__ static int y; }",
                             "__global__ void k() { static constexpr int x = 1; }",
                             "#define BOTH __host__ __device__\nBOTH int f();", "void f() { static int x; }",
                             "auto f = [] __device__ (int x) { return x; };"}) {
    CAPTURE(source);
    CHECK_FALSE(has_variables(source));
  }
}
