#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

TEST_CASE("a kernel tells its clusters first") {
  CHECK(translated("__global__ void __cluster_dims__(2, N + 1) k(int* x) { *x = 1; }")
            .find("{ ::cudasim::detail::require_cluster(2, N + 1); *x = 1; }") != std::string::npos);
  CHECK(translated("__cluster_dims__(2) __global__ void k();\n__cluster_dims__(2) __global__ void k() {}")
            .find("{ ::cudasim::detail::require_cluster(2);}") != std::string::npos);
}

TEST_CASE("a kernel tells its launch bounds first") {
  CHECK(translated("__global__ void __launch_bounds__(block<T>(), 2) k(int* x) { *x = 1; }")
            .find("{ ::cudasim::detail::hold_launch_bounds(block<T>(), 2); *x = 1; }") != std::string::npos);
  CHECK(translated("__launch_bounds__(32) __global__ void k();").find("hold_launch_bounds") ==
        std::string::npos);
  const std::string held = "{ ::cudasim::detail::hold_launch_bounds(32);";
  CHECK(translated("__launch_bounds__(32) __global__ void k(int);\n__global__ void k(int* a) {}\n"
                   "__global__ void k(int a, int b) {}\nvoid k(int, int, int) {}")
            .find("(int* a) " + held) != std::string::npos);
  CHECK(translated("template <int n> __launch_bounds__(32) __global__ void k();\n"
                   "template <int n> __global__ void k() {}\n__global__ void k() {}")
            .find("template <int n> __global__ void k() " + held) != std::string::npos);
  CHECK(translated("__launch_bounds__(32) __global__ void k();\n__launch_bounds__(64) __global__ void k() {}")
            .find(held) == std::string::npos);
  CHECK(translated("#define SMALL(name) __global__ void __launch_bounds__(32) name() {}\n")
            .find("name() { ::cudasim::detail::hold_launch_bounds(32);}") != std::string::npos);
}

TEST_CASE("an instance of a template with dynamic shared memory tells its name first") {
  const std::string uses = "{ extern __shared__ int s[]; }";
  CHECK(translated("template <class T, int n = 4, class... More> __global__ void k(T* a)" + uses)
            .find("{ CUDASIM_INSTANCE(k<T, n, More...>);") != std::string::npos);
  for (const char* head :
       {"", "template <> ", "template <class T, class = void> ", "template <unsigned int> "})
    CHECK(translated(head + ("__global__ void k()" + uses)).find("CUDASIM_INSTANCE") == std::string::npos);
  const std::string kernel = "template <class T> __global__ void k() { __shared__ int t; } ";
  const std::string not_mine = kernel + "__global__ void other() " + uses;
  CHECK(translated(not_mine).find("CUDASIM_INSTANCE") == std::string::npos);
  for (const std::string& before :
       {std::string("extern __shared__ int s[]; "), "__device__ void f() " + uses})
    CHECK(translated(before + kernel).find("{ CUDASIM_INSTANCE(k<T>);") != std::string::npos);
}

TEST_CASE("a kernel tells for the lens which parameters must differ") {
  const auto for_lens = [](const char* source) {
    cudasim::translate::SharedMacros macros;
    cudasim::translate::Surroundings surroundings;
    surroundings.for_lens = true;
    return cudasim::translate::translate(source, surroundings, macros).text;
  };
  CHECK(for_lens("template <class T> __global__ void k(const T* __restrict__ a, T* b, int n) { *b = *a; }")
            .find("{ CUDASIM_HOLD_RESTRICT(a, b, \"'a' and 'b'\");") != std::string::npos);
  CHECK(for_lens("__global__ void k(int* a, int* b) {}\n__global__ void k(int* __restrict__ a, int*);")
            .find("HOLD_RESTRICT") == std::string::npos);
  CHECK(for_lens("__global__ void k(const __grid_constant__ Walk walk, int* a) { *a = walk.first; }")
            .find("{ CUDASIM_HOLD_GRID_CONSTANT(walk);") != std::string::npos);
}

TEST_CASE("clusters that would not be noticed are refused") {
  CHECK(first_error("__cluster_dims__(2) __global__ void k();") ==
        "1: __cluster_dims__ is simulated where the kernel is defined, not where it is only declared");
  const char* where =
      "1: __cluster_dims__ is simulated with its numbers, where a kernel is declared; not in a macro";
  CHECK(first_error("#define PAIRS __cluster_dims__(2)\n") == where);
  CHECK(first_error("__global__ void __cluster_dims__() k() {}") == where);
  CHECK(first_error("__global__ void\n__block_size__((64), (2)) k() {}") ==
        "2: __block_size__ is not simulated");
}
