#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

const std::string before = "__host__ __device__ int f(const int* p) {\n";

/// The translation of a text in a function of both sides; or the words of an error after the usual beginning.
std::string in_both(const std::string& body) {
  const std::string text = translated(before + body + "}");
  if (text.starts_with("ERROR")) return text.substr(text.find("for each: ") + 10);
  return text.substr(before.size(), text.size() - before.size() - 1);
}

}  // namespace

TEST_CASE("architecture: device code is compiled as for the simulated device") {
  CHECK(in_kernel("\n#if __CUDA_ARCH__ >= 700\n *p = 1;\n#endif\n") ==
        "\n#if 900 >= 700\n *p = 1;\n#endif\n");
  CHECK(in_kernel("\n#if __CUDA_ARCH__ >= 700 && FAST\n*p = 1;\n#endif\n") ==
        "\n#if 900 >= 700 && FAST\n*p = 1;\n#endif\n");
  CHECK(in_kernel("\n#ifdef __CUDA_ARCH__\n__shared__ int n;\n#endif\n").find("__shared__") ==
        std::string::npos);
  CHECK(in_kernel("\n#ifndef __CUDA_ARCH__\n<<<\n#elif __CUDA_ARCH__ < 800\n<<<\n#else\n#endif\n") ==
        "\n#if 0\n<<<\n#elif 900 < 800\n<<<\n#else\n#endif\n");
  CHECK(in_kernel("*p = __CUDA_ARCH__;") == "*p = 900;");
  CHECK(unchanged("void h() {\n#ifdef __CUDA_ARCH__\n<<<\n#endif\n}"));
  CHECK(unchanged("void h() {\n#if !defined(__NVCC__) || defined(__CUDA_ARCH__)\n#error\n#endif\n}"));
}

TEST_CASE("architecture: in device code inline PTX gives way to the other branch") {
  CHECK(unchanged(
      "__device__ void f() {\n#if __CUDA_ARCH__ >= 800\n asm(\"a.b;\");\n#else\nint m;\n#endif\n}"));
  CHECK(unchanged(
      "__device__ int f() {\n#ifdef __CUDA_ARCH__\n asm(\"a.b;\");\nreturn 1;\n#endif\nreturn 2;\n}"));
  CHECK(in_kernel("\n#ifdef __CUDA_ARCH__\nasm(\"bar.arrive 1;\");\n#endif\n").find("static_assert(false") !=
        std::string::npos);
}

TEST_CASE("architecture: functions of both sides check which side runs") {
  CHECK(in_both("#ifdef __CUDA_ARCH__\nreturn __ldg(p);\n#else\nreturn *p;\n#endif\n") ==
        "if (::cudasim::on_device()) {\nreturn __ldg(p);\n} else {\nreturn *p;\n}\n");
  CHECK(in_both("#ifndef __CUDA_ARCH__\nthrow 1;\n#endif\n") ==
        "if (!::cudasim::on_device()) {\nthrow 1;\n}\n");
  CHECK(
      in_both("#if __CUDA_ARCH__ >= 800\nint x = 1;\nreturn x;\n#elif __CUDA_ARCH__ >= 700\n<<<\n#endif\n") ==
      "if (::cudasim::on_device()) {\nint x = 1;\nreturn x;\n\n\n}\n");
  CHECK(in_both("#ifdef __CUDA_ARCH__\n#if __CUDA_ARCH__ > 900\n<<<\n#else\nreturn 1;\n#endif\n#endif\n") ==
        "if (::cudasim::on_device()) {\n#if 900 > 900\n<<<\n#else\nreturn 1;\n#endif\n}\n");
  CHECK(unchanged(before + "#if __CUDA_ARCH__ > 900\n<<<\n#endif\n}"));
  CHECK(translated("HD int f() {\n#ifdef __CUDA_ARCH__\nreturn 1;\n#endif\nreturn 2;\n}") ==
        "HD int f() {\nif (::cudasim::on_device()) {\nreturn 1;\n}\nreturn 2;\n}");
}

TEST_CASE("architecture: what no test at run time can choose between is refused") {
  CHECK(in_both("#ifdef __CUDA_ARCH__\nint i = threadIdx.x;\n#else\nint i = 0;\n#endif\nreturn i;") ==
        "'i' is declared in it and used after it: declare it before\n");
  CHECK(in_both("return\n#ifdef __CUDA_ARCH__\n1;\n#else\n2;\n#endif\n") ==
        "its branches are not whole statements\n");
  CHECK(in_both("#ifdef __CUDA_ARCH__\nif (p) {\n#else\n{\n#endif\nreturn 1; }") ==
        "its branches are not whole statements\n");
  CHECK(in_both("switch (*p) {\n#ifdef __CUDA_ARCH__\ncase 1: return 1;\n#endif\n}\n") ==
        "one of its branches contains a label\n");
  CHECK(in_both("#if defined(__CUDA_ARCH__) && FAST\nreturn 1;\n#endif\nreturn 2;") ==
        "it asks for other macros too: give those an #if of their own\n");
  CHECK(first_error("\n#if __CUDA_ARCH__ >= 800\nint n;\n#else\nint m;\n#endif\n")
            .starts_with("2: device and host"));
  CHECK(first_error("#define ARCH __CUDA_ARCH__\n").starts_with("1: a macro that asks for __CUDA_ARCH__"));
}

TEST_CASE("architecture: constants have the device's values, and host code that uses them is refused") {
  const std::string banks =
      "#ifdef __CUDA_ARCH__\nconst int banks = 32;\n#else\nconst int banks = 16;\n#endif\n";
  const std::string on_device = "#if 1\nconst int banks = 32;\n#else\nconst int banks = 16;\n#endif\n";
  const std::string kernel = "__global__ void __launch_bounds__(banks) k(int* p) { *p = banks; }\n";
  CHECK(translated(banks + "struct S { int a[banks]; };\n").starts_with(on_device));
  CHECK(translated(banks + kernel).starts_with(on_device));
  const std::string problem =
      "'banks' has different values in device and host code, which are compiled at once "
      "here: give the host's a name of its own";
  CHECK(first_error(banks + "int main() { return banks; }") == "6: " + problem);
  CHECK(first_error(banks + "const int half = banks / 2;") == "6: " + problem);
  const std::string list =
      "struct B { enum {\n#ifdef __CUDA_ARCH__\na = 2,\n#else\na = 1,\n#endif\nb = 2 * a }; };\n";
  CHECK(translated(list).starts_with("struct B { enum {\n#if 1\na = 2,\n#else\n"));
  CHECK(translated("struct B { enum {\n#ifdef __CUDA_ARCH__\na = __CUDA_ARCH__\n#else\na = 1\n#endif\n}; };")
            .find("a = 900") != std::string::npos);
  CHECK(first_error(list + "int f() { return B::b; }").starts_with("8: 'b' has different values"));
}

TEST_CASE("architecture: declarations that only device code can need") {
  CHECK(translated("#if __CUDA_ARCH__ >= 800\n__device__ int sum() { return 1; }\n#endif\n") ==
        "#if 900 >= 800\n__device__ int sum() { return 1; }\n#endif\n");
  CHECK(translated("#if __CUDA_ARCH__ < 600\n__device__ int sum() { return 1; }\n#endif\n") ==
        "#if 900 < 600\n__device__ int sum() { return 1; }\n#endif\n");
  CHECK(unchanged(
      "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#else\n__device__ int sum();\n#endif\n"));
  CHECK(translated("#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 600)\nint n;\n#endif\n") ==
        "#if 1 && (900 >= 600)\nint n;\n#endif\n");
  CHECK(translated("#if __CUDA_ARCH__ >= 700\nint n;\n#else\n// too old\n#endif\n") ==
        "#if 900 >= 700\nint n;\n#else\n// too old\n#endif\n");
  CHECK(unchanged("#ifndef __CUDA_ARCH__\n#include <vector>\nstd::vector<int> v;\n#endif\n"));
}

TEST_CASE("architecture: a macro is right where one side uses it") {
  const std::string group = "#ifdef __CUDA_ARCH__\n#define N 1\n#else\n#define N 2\n#endif\n";
  CHECK(translated(group + "__device__ int f() { return N; }").starts_with("#if 1\n"));
  CHECK(unchanged(group + "int f() { return N; }"));
  CHECK(first_error(group + "int f() { return N; } __device__ int g() { return N; }")
            .ends_with("macro 'N' is defined for one of them; write the #if where the macro is used"));
}

TEST_CASE("architecture: the branches of a translation are chosen, and nothing else changes") {
  using cudasim::translate::choose_architecture;
  CHECK(choose_architecture(
            "__device__ int f() {\n#ifdef __CUDA_ARCH__\n  return A;\n#else\n  return B;\n#endif\n}\n"
            "__global__ void k(int* p) { *p = f(); }\nvoid g() { k<<<1, 1>>>(0); }") ==
        "__device__ int f() {\n#if 1\n  return A;\n#else\n  return B;\n#endif\n}\n"
        "__global__ void k(int* p) { *p = f(); }\nvoid g() { k<<<1, 1>>>(0); }");
  CHECK(choose_architecture(
            "__host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\n  return A;\n#else\n  return B;\n#endif\n}")
            .find("if (1) {") != std::string::npos);
}

TEST_CASE("architecture: regions in others, and those that are never compiled") {
  CHECK(unchanged("#if 0\n#if __CUDA_ARCH__ >= 900\nint n;\n#else\nint m;\n#endif\n#endif\n"));
  CHECK(unchanged("#if __CUDA_ARCH__ > 900\nint n;\n#endif\n"));
  CHECK(translated("#ifdef X\n#if __CUDA_ARCH__ >= 700\nint n;\n#endif\n#endif\n") ==
        "#ifdef X\n#if 900 >= 700\nint n;\n#endif\n#endif\n");
}
