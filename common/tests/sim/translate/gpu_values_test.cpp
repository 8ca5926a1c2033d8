#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

std::string kernel(std::string_view body) {
  std::string text = in_kernel(body);
  for (std::size_t at = 0; (at = text.find("::cudasim::", at)) != std::string::npos;) text.erase(at, 11);
  return text;
}

}  // namespace

TEST_CASE("shifts by what is no small number give a GPU's value") {
  CHECK(kernel("x = a << n + 1;") == "x = a << shift_by->*n + 1;");
  CHECK(kernel("x = a >> n;") == "x = a >> shift_by->*n;");
  CHECK(kernel("x = a << 32 - n;") == "x = a << shift_by->*32 - n;");
  CHECK(kernel("unsigned a = 1; x = a << 40; x = (a + 1) << 32;") ==
        "unsigned a = 1; x = a << shift_by->*40; x = (a + 1) << shift_by->*32;");
  CHECK(kernel("x = a << 64;") == "x = a << shift_by->*64;");
  CHECK(kernel("x = a << 3 | b >> 31;") == "x = a << 3 | b >> 31;");
  CHECK(kernel("x <<= n & 7; x[i] >>= n;") == "x <<= shift_by = n & 7; x[i] >>= shift_by = n;");
  CHECK(kernel("p->field <<= n + 1; s.a[i].b >>= n;") ==
        "p->field = p -> field << shift_by->*( n + 1); s.a[i].b = s . a [ i ] . b >> shift_by->*( n);");
  CHECK(kernel("p->field <<= n, ++i; f().field <<= n;") == "p->field <<= n, ++i; f().field <<= n;");
  CHECK(kernel("if (a < b && c >> d) return;") == "if (a < b && c >> shift_by->*d) return;");
}

TEST_CASE("shifts of what may have 64 bits by a number below 64 stay") {
  CHECK(kernel("x = a << 40; x = f(a) >> 32;") == "x = a << 40; x = f(a) >> 32;");
  CHECK(kernel("std::uint64_t a = 1; x = (a + 1) >> 63; x = 1ull << 40;") ==
        "std::uint64_t a = 1; x = (a + 1) >> 63; x = 1ull << 40;");
}

TEST_CASE("template lists, other operators and host code stay") {
  CHECK(kernel("Pair<int, Pair<int, float>>(a);") == "Pair<int, Pair<int, float>>(a);");
  CHECK(kernel("f<Pair<T>> (a);") == "f<Pair<T>> (a);");
  CHECK(unchanged("void f() { x = a << n; i = (int)y; } std::vector<std::vector<int>> v;"));
  CHECK(unchanged("struct S { __device__ S operator<<(int n); };"));
  CHECK(unchanged("#define WIDTH (1 << LOG)\n#define NEW(s) s << std::endl\n"));
  CHECK(translated("#define LOW(n) ((1 << (n)) - 1)\n") ==
        "#define LOW(n) ((1 << ::cudasim::shift_by->*(n)) - 1)\n");
}

TEST_CASE("operands of inline assembly stay: the statement is rewritten as a whole") {
  const std::string text = translated(
      "__global__ void k(int* p, float x) { asm(\"prefetch.global.L2 [%0];\" ::\"l\"(p + (int)x)); }");
  CHECK(text.find("ERROR") == std::string::npos);
}

TEST_CASE("casts to integers saturate, except of what is an integer") {
  CHECK(kernel("f((int)x, -(unsigned char)y[i]);") ==
        "f((int)(Converted<int>)x, -(unsigned char)(Converted<unsigned char>)y[i]);");
  CHECK(kernel("f(static_cast<unsigned>(x + 1));") == "f(number_cast<unsigned>(x + 1));");
  CHECK(kernel("int i = 0; f((unsigned)i, static_cast<unsigned>(2 * i));") ==
        "int i = 0; f((unsigned)i, static_cast<unsigned>(2 * i));");
  CHECK(kernel("f(sizeof(int) * n, (int*)p, g(int), (int)5, (float)x);") ==
        "f(sizeof(int) * n, (int*)p, g(int), (int)5, (float)x);");
  CHECK(kernel("f(static_cast<int>(a(i) >> 3), static_cast<int>(x & 1), static_cast<int>(x & 1 ? y : z));") ==
        "f(static_cast<int>(a(i) >> 3), static_cast<int>(x & 1), number_cast<int>(x & 1 ? y : z));");
  CHECK(kernel("long n = std::int64_t{blockIdx.x} * 256;") == "long n = std::int64_t{blockIdx.x} * 256;");
  CHECK(translated("__device__ unsigned f(int i) { return i; } __device__ int g(int i) { return "
                   "static_cast<int>(f(i)); }")
            .find("number_cast") == std::string::npos);
}

TEST_CASE("casts to a template's type, to an alias, and casts like calls saturate, too") {
  const auto with = [](const std::string& before, std::string_view body) {
    std::string text =
        translated(before + " __device__ void f(float x, int i) { " + std::string(body) + " }");
    for (std::size_t at = 0; (at = text.find("::cudasim::", at)) != std::string::npos;) text.erase(at, 11);
    const std::size_t begin = text.find("int i) { ") + 9;
    return text.substr(begin, text.size() - begin - 2);
  };
  CHECK(with("template <class T>", "g(static_cast<T>(x), (T)x, T(x));") ==
        "g(number_cast<T>(x), (T)(Converted<T>)x, number_cast<T>(x));");
  CHECK(with("using U = unsigned;", "return U(x) + (U)x;") ==
        "return number_cast<U>(x) + (U)(Converted<U>)x;");
  CHECK(with("typedef long long L;", "y = L(x);") == "y = number_cast<L>(x);");
  CHECK(with("using V = float2;", "y = V(x) + (V)x;") == "y = V(x) + (V)x;");
  for (const char* body : {"y = int(i) + int(); int (j); g(sizeof(int(*)(float)));",
                           "S<int(float)> s; auto l = [](int (k)) {}; y = int{i};"})
    CHECK(with("", body) == body);
}

TEST_CASE("conversions to members saturate where their name is that of an integer") {
  CHECK(kernel("struct S { int a; float b; unsigned c[2]; }; s.a = x; s.b = x; p->c[i] = y * 2;") ==
        "struct S { int a; float b; unsigned c[2]; }; s.a = converts<decltype(s . a)> = x; s.b = x; "
        "p->c[i] = converts<decltype(p -> c [ i ])> = y * 2;");
}

TEST_CASE("conversions to variables of known integer types saturate") {
  CHECK(
      kernel("int i = x * 2; i = y; const unsigned n = f(x);") ==
      "int i = converts<int> = x * 2; i = converts<int> = y; const unsigned n = converts<unsigned> = f(x);");
  CHECK(kernel("unsigned char* p = q; p[i] = x; p = r;") ==
        "unsigned char* p = q; p[i] = converts<unsigned char> = x; p = r;");
  CHECK(kernel("for (int i = threadIdx.x; i < 4; ++i) { int k = i; }") ==
        "for (int i = threadIdx.x; i < 4; ++i) { int k = i; }");
  CHECK(kernel("int a = 1; { float a = 2; a = x; } auto b = x; b = y;") ==
        "int a = 1; { float a = 2; a = x; } auto b = x; b = y;");
}

TEST_CASE("a program's own warpSize at global scope gets another name, any other keeps it") {
  CHECK(translated("constexpr int warpSize = 32;\nint lanes = warpSize + p.warpSize;\n") ==
        "constexpr int own_warpSize = 32;\nint lanes = own_warpSize + p.warpSize;\n");
  CHECK(
      unchanged("namespace own {\nconstexpr int warpSize = 32;\n}\nint lanes = warpSize + own::warpSize;\n"));
  CHECK(
      unchanged("struct Of {\n  int warpSize = 32;\n};\nint lanes() {\n  const int warpSize = 32;\n  return "
                "warpSize;\n}\n"));
}
