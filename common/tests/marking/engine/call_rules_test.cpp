#include "marking/screen/call_rules.hpp"

#include <doctest/doctest.h>

using namespace tutorial::marking;

namespace {

/// The first finding's text, with its line before it; empty if there is none.
std::string first(const char* source) {
  const auto findings = check_calls(source, "x.cu");
  return findings.empty() ? "" : std::to_string(findings[0].line) + ": " + findings[0].text;
}

}  // namespace

TEST_CASE("a call between host and device code that CUDA forbids is reported") {
  CHECK(
      first("float twice(float x) { return 2 * x; }\n__global__ void k(float* x) { x[0] = twice(x[0]); }") ==
      "2: twice is a host function: device code cannot call it, unless it is __device__");
  CHECK(first("__device__ int up(int x) { return x + 1; }\nint f(int x) { return up(x); }") ==
        "2: up is a __device__ function: host code cannot call it, unless it is __host__ too");
  CHECK(first("__global__ void k(int* x) { *x = 1; }\nvoid f(int* x) { k(x); }") ==
        "2: the kernel k is called like a function; a kernel is launched: k<<<grid, block>>>(arguments)");
  CHECK(first("void k(int* x) { *x = 1; }\nvoid f(int* x) { k<<<1, 1>>>(x); }") ==
        "2: k is launched, but it is no kernel: __global__ makes it one");
  CHECK(first("void k(int* x) { *x = threadIdx.x; }") ==
        "1: threadIdx has a value in device code only: is __global__ or __device__ missing?");
}

TEST_CASE("a call that is allowed, or that names cannot decide, is left alone") {
  CHECK(first("__host__ __device__ int up(int x) { return x + 1; }\nint f(int x) { return up(x); }\n"
              "__global__ void k(int* x) { *x = up(*x); }") == "");
  CHECK(first("__global__ void k(int* x) { *x = threadIdx.x; }\nvoid f(int* x) { k<<<1, 1>>>(x); }") == "");
  CHECK(
      first(
          "template <int N>\n__global__ void k(int* x) { *x = N; }\nvoid f(int* x) { k<3><<<1, 1>>>(x); }") ==
      "");
  CHECK(first("int up(int x) { return x; }\n__device__ int up(float x) { return 1; }\n"
              "__global__ void k(int* x) { *x = up(1.0f); }") == "");
  CHECK(first("constexpr int up(int x) { return x; }\n__global__ void k(int* x) { *x = up(1); }") == "");
  CHECK(first("struct Pair { int get() { return 1; } };\nint get(int x) { return x; }\n"
              "__device__ int f(Pair p) { return p.get(); }") == "");
  CHECK(first("int f(int);\nint g(int x) { return f(x); }") == "");
}

TEST_CASE("a variable with a host function's name is no call of it") {
  for (const char* code :
       {"__global__ void k(int* x, int n) { int rows = n; x[rows] = 1; }",
        "__global__ void k(int* x, int n) { int rows(n); x[rows] = 1; }",
        "__global__ void k(int* x, int n) { auto rows = [&](int i) { return i + n; }; *x = rows(2); }",
        "template <class F> __global__ void k(int* x, F rows) { *x = rows(2); }",
        "template <class F> __device__ int d(const F& rows) { return rows(2); }"}) {
    CAPTURE(code);
    CHECK(first(("int rows(int n) { return n; }\n" + std::string(code)).c_str()) == "");
  }
  CHECK(first("int rows(int n) { return n; }\n__global__ void k(int* x, int n) { x[n * rows(n)] = 1; }") !=
        "");
}

TEST_CASE("alignment in a kernel is no call") {
  CHECK(
      first(
          "struct alignas(16) A { int a; };\nstruct __align__(8) B { int b; };\n"
          "__global__ void k(int* x) { __align__(16) int a[4]; alignas(16) int b[4]; *x = a[0] + b[0]; }") ==
      "");
}
