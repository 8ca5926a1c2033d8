#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

/// `extern float s[];`, under the name of the object that holds a name to one type.
std::string one_type(const std::string& type, const std::string& name, const std::string& bounds = "[ ]") {
  return "[[maybe_unused]] extern " + type + " extern_shared_" + name + "_has_one_type" + bounds + "; ";
}

}  // namespace

TEST_CASE("shared: each variable of a declaration becomes a reference") {
  CHECK(in_kernel("__shared__ float x;") == " float &x = CUDASIM_SHARED(x);");
  CHECK(
      in_kernel("__shared__ float tile[32][33], sum, *p;") ==
      " float (&tile)[32][33] = CUDASIM_SHARED(tile), &sum = CUDASIM_SHARED(sum), *&p = CUDASIM_SHARED(p);");
  CHECK(in_kernel("__shared__ unsigned long long n;") == " unsigned long long &n = CUDASIM_SHARED(n);");
  CHECK(in_kernel("__shared__ int (*f)(int, int);") == " int (*&f)(int, int) = CUDASIM_SHARED(f);");
  CHECK(in_kernel("__shared__ T a[N < 3 ? 1 : 2];") == " T (&a)[N < 3 ? 1 : 2] = CUDASIM_SHARED(a);");
}

TEST_CASE("shared: __shared__ may be anywhere among the specifiers") {
  CHECK(in_kernel("static __shared__ int x;") == "  int &x = CUDASIM_SHARED(x);");
  CHECK(in_kernel("__shared__ static int x;") == "  int &x = CUDASIM_SHARED(x);");
  CHECK(in_kernel("volatile __shared__ int x[2];") == "volatile  int (&x)[2] = CUDASIM_SHARED(x);");
  CHECK(in_kernel("float __shared__ x[2];") == "float  (&x)[2] = CUDASIM_SHARED(x);");
  CHECK(in_kernel("std::pair<int, int> __shared__ x;") == "std::pair<int, int>  &x = CUDASIM_SHARED(x);");
  CHECK(in_kernel("if (a) { f(); } __shared__ int x;") == "if (a) { f(); }  int &x = CUDASIM_SHARED(x);");
  CHECK(in_kernel("switch (a) { case 1: __shared__ int x; }") ==
        "switch (a) { case 1:  int &x = CUDASIM_SHARED(x); }");
}

TEST_CASE("shared: types of every kind") {
  CHECK(in_kernel("__shared__ typename Reduce<T, 128>::TempStorage s;") ==
        " typename Reduce<T, 128>::TempStorage &s = CUDASIM_SHARED(s);");
  CHECK(in_kernel("__shared__ ::ns::Foo<Bar<Baz<int>>> s[2];") ==
        " ::ns::Foo<Bar<Baz<int>>> (&s)[2] = CUDASIM_SHARED(s);");
  CHECK(in_kernel("__shared__ struct { int a, b; } s;") == " struct { int a, b; } &s = CUDASIM_SHARED(s);");
  CHECK(in_kernel("__shared__ union U { int a; float b; } s[2];") ==
        " union U { int a; float b; } (&s)[2] = CUDASIM_SHARED(s);");
  CHECK(in_kernel("__shared__ struct Pair s;") == " struct Pair &s = CUDASIM_SHARED(s);");
  CHECK(in_kernel("__shared__ decltype(a + b) s;") == " decltype(a + b) &s = CUDASIM_SHARED(s);");
}

TEST_CASE("shared: alignment goes to the arena") {
  CHECK(in_kernel("__shared__ __align__(64) char buf[N];") == "  char (&buf)[N] = CUDASIM_SHARED(buf, 64);");
  CHECK(in_kernel("__shared__ alignas(128) char buf[N];") == "  char (&buf)[N] = CUDASIM_SHARED(buf, 128);");
  CHECK(in_kernel("alignas(double) __shared__ char buf[N];") ==
        "  char (&buf)[N] = CUDASIM_SHARED(buf, alignof(double));");
  CHECK(in_kernel("__shared__ float __attribute__((aligned(32))) a[2], b;") ==
        " float  (&a)[2] = CUDASIM_SHARED(a, 32), &b = CUDASIM_SHARED(b, 32);");
  CHECK(in_kernel("__shared__ ALIGN16 T x[3];") == " ALIGN16 T (&x)[3] = CUDASIM_SHARED(x);");
  CHECK(in_kernel("__shared__ ALIGN(16) T x[3];") == " ALIGN(16) T (&x)[3] = CUDASIM_SHARED(x);");
}

TEST_CASE("shared: dynamic memory in a function") {
  CHECK(in_kernel("extern __shared__ float s[];") ==
        one_type("float", "s") + "  float (&s)[] = CUDASIM_DYNAMIC_SHARED(s);");
  CHECK(in_kernel("extern __shared__ float s[][32], t[];") ==
        one_type("float", "s", "[ ] [ 32 ]") + one_type("float", "t") +
            "  float (&s)[][32] = CUDASIM_DYNAMIC_SHARED(s), (&t)[] = CUDASIM_DYNAMIC_SHARED(t);");
  CHECK(in_kernel("extern __shared__ float s[1024];") ==
        one_type("float", "s", "[ 1024 ]") + "  float (&s)[] = CUDASIM_DYNAMIC_SHARED(s);");
  CHECK(in_kernel("extern __shared__ __align__(sizeof(T)) unsigned char s[];") ==
        one_type("unsigned char", "s") + "   unsigned char (&s)[] = CUDASIM_DYNAMIC_SHARED(s);");
}

TEST_CASE("shared: dynamic memory outside of functions") {
  CHECK(translated("extern __shared__ float s[];") ==
        one_type("float", "s") + "static ::cudasim::DynamicShared<float > s;");
  CHECK(translated("namespace a {\nextern __shared__ volatile int s[][32];\n}") ==
        "namespace a {\n" + one_type("volatile int", "s", "[ ] [ 32 ]") +
            "static ::cudasim::DynamicShared<volatile int [ 32 ]> s;\n}");
  CHECK(translated("extern\n__shared__ __align__(16)\nint s[];\nint x;") ==
        one_type("int", "s") + "static ::cudasim::DynamicShared<int > s\n\n;\nint x;");
}

TEST_CASE(
    "shared: outside of functions, each use asks for the block's copy, and declarations of the name stay") {
  const auto body = [](const std::string& text) {
    const std::string all = translated("__shared__ int a[2], b;\n__device__ void f(int* a) { " + text + " }");
    return all.substr(all.find(") { ") + 4);
  };
  CHECK(translated("__shared__ int a[2];") ==
        "namespace { struct cudasim_shared_a : ::cudasim::SharedName { auto& of_block() const { int (&a)[ 2 "
        "] = "
        "CUDASIM_SHARED(a); return a; } }; } [[maybe_unused]] static constexpr cudasim_shared_a a{};");
  CHECK(body("g(a[0], x.a, b * n);") == "g(::cudasim::of_block(a)[0], x.a, ::cudasim::of_block(b) * n); }");
  CHECK(body("g(n * b, n::b);") == "g(n * ::cudasim::of_block(b), ::cudasim::of_block(n::b)); }");
  CHECK(body("int a; int* b; const T& c; T const* const a;") ==
        "int a; int* b; const T& c; T const* const a; }");
}

TEST_CASE("shared: in macros, and as a macro") {
  CHECK(translated("#define TILE(T, n) __shared__ T n[32]\n") ==
        "#define TILE(T, n)  T (&n)[32] = CUDASIM_SHARED(n)\n");
  CHECK(translated("#define TILE(T, n) \\\n  __shared__ T n##_tile[32]; \\\n  f()\n") ==
        "#define TILE(T, n) \\\n   T (&n##_tile)[32] = CUDASIM_SHARED(n##_tile); \\\n  f()\n");
  CHECK(translated("#define SHARED __shared__\n__global__ void k() { SHARED int x; }") ==
        "#define SHARED __shared__\n__global__ void k() {  int &x = CUDASIM_SHARED(x); }");
  CHECK(translated("#define DYNAMIC extern __shared__\n__global__ void k() { DYNAMIC int x[]; }") ==
        "#define DYNAMIC extern __shared__\n__global__ void k() { " + one_type("int", "x") +
            " int (&x)[] = CUDASIM_DYNAMIC_SHARED(x); }");
  CHECK(translated("__device__ void f(__shared__ float* p, int n);") ==
        "__device__ void f( float* p, int n);");
}

TEST_CASE("shared: lines stay where they are") {
  CHECK(in_kernel("__shared__\n  float // a tile\n  tile\n  [32]\n  , sum\n  ;\nf();") ==
        "\n  float // a tile\n  (&tile)\n  [32] = CUDASIM_SHARED(tile)\n  , &sum = CUDASIM_SHARED(sum)\n  "
        ";\nf();");
}

TEST_CASE("shared: what is no declaration stays") {
  CHECK(unchanged("// __shared__ int x;\nconst char* s = \"__shared__ int x;\";"));
  CHECK(unchanged("#if 0\n__shared__ int x;\n#endif\n"));
}

TEST_CASE("shared: mistakes are errors at their line") {
  CHECK(first_error("__global__ void k() {\n extern __shared__ float* s;\n}") ==
        "2: an extern __shared__ variable must be an array, as in: extern __shared__ float s[];");
  CHECK(first_error("__global__ void k() { extern __shared__ float s; }") ==
        "1: an extern __shared__ variable must be an array, as in: extern __shared__ float s[];");
  CHECK(first_error("\nextern __shared__ float* s;") ==
        "2: an extern __shared__ variable must be an array, as in: extern __shared__ float s[];");
  CHECK(first_error("__global__ void k() { __shared__ int x = 0; }") ==
        "1: initializer not allowed for __shared__ variable");
  CHECK(first_error("__global__ void k() { __shared__ int x[2] = {1, 2}; }") ==
        "1: initializer not allowed for __shared__ variable");
  CHECK(first_error("__global__ void k() { __shared__ int x{}; }") ==
        "1: initializer not allowed for __shared__ variable");
  CHECK(first_error("__global__ void k() { __shared__ int x[]; }") ==
        "1: a __shared__ array needs its size, or extern if the launch gives it: 'x'");
  CHECK(first_error("__global__ void k() {\n__shared__ int __shared__ x; }") ==
        "2: this __shared__ declaration is not understood");
  CHECK(first_error("__global__ void k() { __shared__ int x[2") ==
        "1: this __shared__ declaration is not understood");
  CHECK(first_error("struct S {\n__shared__ int x;\n};") == "2: a member of a class cannot be __shared__");
}
