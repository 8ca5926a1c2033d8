// What nvcc refuses is in ../language/programs.txt; here is what it takes and the simulator does not, and names that look alike.
#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

TEST_CASE("the driver API is refused with its line, a program's own functions are not") {
  const auto refused = [](const std::string& name) {
    return "the driver API is not simulated: '" + name +
           "'. The runtime's functions (cudaMalloc, kernel<<<...>>>) do the same";
  };
  CHECK(first_error("void f() {\n  cuCtxDestroy(0);\n}") == "2: " + refused("cuCtxDestroy"));
  CHECK(first_error("void f() { if (cuMemAlloc(&p, 4) != 0) return; }") == "1: " + refused("cuMemAlloc"));
  CHECK(unchanged("int cuMine(int a) { return a; } int f() { return cuMine(3); }"));
  CHECK(unchanged("void f() { scene.cuInit(0); curand(3); use(cudaFree(p)); cub(2); own::cuInit(1); }"));
  CHECK(unchanged(
      "void f() { cuTensorMapEncodeTiled(&map); cuInit(0); cuMemGetInfo(&a, &b); auto* g = &cuInit; }"));
  CHECK(unchanged("void f() { z = cuCmulf(cuConj(z), z); d = cuComplexFloatToDouble(z); }"));
  CHECK(first_error("void f() { cuCtxCreate(&c, 0, d); }") == "1: " + refused("cuCtxCreate"));
}

TEST_CASE("names of CUDA that no header here has are refused with their line, a program's own are not") {
  CHECK(first_error("void f() {\n  cudaMemRangeGetAttribute(&v, 4, a, x, 4);\n}") ==
        "2: not simulated: 'cudaMemRangeGetAttribute'");
  CHECK(first_error("__global__ void k(int* x) { x[0] = __isShared(x); }") ==
        "1: not simulated: '__isShared'");
  CHECK(first_error("__global__ void k(int* x) { x[0] += __shfl_down(x[1], 1); }") ==
        "1: CUDA has dropped warp operations without a mask: '__shfl_down'. Use __shfl_down_sync");
  CHECK(first_error("void f() { cudaGraphicsMapResources(1, &r, 0); }") ==
        "1: not simulated, interoperability with graphics: 'cudaGraphicsMapResources'");
  CHECK(first_error("void f() {\n  curandGeneratePoisson(g, p, 4, 1.0);\n}") ==
        "2: not simulated, this distribution of cuRAND: 'curandGeneratePoisson'");
  CHECK(first_error("void f() {\n  cublasDtrsm_v2(h);\n}") ==
        "2: not simulated, this function of cuBLAS: 'cublasDtrsm_v2'");
  CHECK(first_error("void f() { cublasZgemm(h); }") ==
        "1: not simulated, this function of cuBLAS: 'cublasZgemm'");
  CHECK(first_error("cublasLtMatmulDesc_t type;") == "1: not simulated, cuBLASLt: 'cublasLtMatmulDesc_t'");
  CHECK(first_error("void f() { cublasLtCreate(&handle); }") ==
        "1: not simulated, cuBLASLt: 'cublasLtCreate'");
  CHECK(first_error("cublasLtHandle_t handle; cublasComputeType_t type;").empty());
  CHECK(unchanged("void f() { cublasCreate(&h); cublasSgemm_v2(h); cublasIdamax(h); cublasCheck(1); }"));
  CHECK(first_error("__global__ void k(curandStateMRG32k3a* s) {}") ==
        "1: not simulated, this generator of cuRAND: 'curandStateMRG32k3a'");
  CHECK(first_error("__global__ void k() { cg::this_multi_grid().sync(); }") ==
        "1: CUDA 13 has dropped cooperative launches on several devices: 'this_multi_grid'");
  CHECK(first_error("__global__ void k(int* x) { cub::ThreadStore<cub::STORE_WB>(x, 1); }") ==
        "1: this part of CUB is not simulated: 'cub::ThreadStore'");
  CHECK(unchanged("bool __any(int a) { return a != 0; } bool f(int a) { return __any(a); }"));
  CHECK(unchanged("int f() { return scene.cudaGetKernel(1) + mine::cudaGetKernel(2) + cudaGetKernel; }"));
}

TEST_CASE("functions of cuda::ptx that are not simulated are refused with their line") {
  CHECK(first_error("__global__ void k() {\n  cuda::ptx::tcgen05_wait_ld();\n}") ==
        "2: this function of cuda::ptx is not simulated: 'tcgen05_wait_ld'");
  CHECK(first_error("namespace ptx = cuda::ptx; void f() { ptx::ld(x); }") ==
        "1: this function of cuda::ptx is not simulated: 'ld'");
  CHECK(unchanged("void f() { ptx::ld(x); st_async(y); }"));
}

TEST_CASE("refusals: what is in cuda::std is for both sides") {
  cudasim::translate::SharedMacros macros;
  cudasim::translate::Surroundings strict;
  strict.dialect.relaxed_constexpr = false;
  const auto refused_in = [&](const std::string& call) {
    return !cudasim::translate::translate("__global__ void k(int* p) { *p = " + call + "; }", strict, macros)
                .errors.empty();
  };
  CHECK(refused_in("std::max(1, *p)"));
  CHECK(!refused_in("cuda::std::max(1, *p)"));
}

TEST_CASE("classes that the file does not fully define are accepted") {
  const std::string host = "struct Host { int get() { return 1; } };\n";
  CHECK(first_error(host + "__global__ void k(Host h, int* p) { *p = h.get(); }")
            .starts_with("2: calling a __host__ function(\"Host::get\")"));
  for (const char* kernel :
       {"__global__ void k(int* p) { auto h = make(); *p = h.get(); }",
        "__global__ void k(int* p) { *p = other.h.get(); }",
        "struct Host; template <> struct Host<int>; __global__ void k(Host h, int* p) { *p = h.got(); }",
        "__global__ void k(Host h, int* p) { { float h = 1; use(h); } *p = h.get(); }",
        "__global__ void k(Host h, int* p) { p[sizeof(h.get())] = 0; }"})
    CHECK(first_error(host + kernel) == "");
  CHECK(first_error("struct A { int get(); };\n__device__ int A::get() { return 1; }\n"
                    "__global__ void k(A a, int* p) { *p = a.get(); }") == "");
  CHECK(first_error("struct V { V(float a); V(const V& v) = default; };\n"
                    "__global__ void k(V a) { V b(a); V c = a; }") == "");
}

TEST_CASE("constructs in macros are refused only if they are compiled") {
  CHECK(translated("#ifdef DRIVER\nvoid f() { cuCtxPopCurrent(0); }\n#endif") ==
        "#ifdef DRIVER\nvoid f() { _Pragma(\"GCC error \\\"cudasim: the driver API is not simulated: "
        "'cuCtxPopCurrent'. The runtime's "
        "functions (cudaMalloc, kernel<<<...>>>) do the same\\\"\") cuCtxPopCurrent(0); }\n#endif");
  CHECK(first_error("#ifndef GUARD_H\n#define GUARD_H\nvoid f() { cuCtxPopCurrent(0); }\n#endif")
            .starts_with("3: "));
  CHECK(first_error("#ifndef GUARD_H\n#define OTHER\nvoid f() { cuCtxPopCurrent(0); }\n#endif").empty());
  CHECK(first_error("#ifdef X\n#else\nvoid f() { cuCtxPopCurrent(0); }\n#endif").empty());
  CHECK(first_error("#if 1\nvoid f() { cuCtxPopCurrent(0); }\n#endif").starts_with("2: "));
}

TEST_CASE("of a text whose macros are expanded, what nvcc refuses is found without headers") {
  const auto first = [](const char* text) {
    const auto problems = cudasim::translate::refused_by_nvcc(text);
    return problems.empty() ? std::string()
                            : std::to_string(problems.front().line) + ": " + problems.front().text;
  };
  CHECK(first("float f(float x) { return x; }\n\n__global__ void k(float* p) { *p = f(*p); }")
            .starts_with("3: calling a __host__ function"));
  CHECK(first("int n = 0;\n__global__ void k(int* p) { *p = n; }")
            .ends_with("identifier \"n\" is undefined in device code"));
  CHECK(first("__host__ __device__ float f(float x) { return x; }\n"
              "__global__ void __launch_bounds__(256) k(float* p) { *p = f(*p); }\nvoid g() { k<<<1, "
              "1>>>(0); }") == "");
}
