#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "marking/screen/screen.hpp"
#include "support/temporary_folder.hpp"

using namespace tutorial::marking;
namespace fs = std::filesystem;

namespace {

/// All that is found in a submission of this text, one line each.
std::string found_in(const std::string& source) {
  const fs::path file = fs::temp_directory_path() / ("screen-test-" + std::to_string(getpid()) + ".cu");
  std::ofstream(file) << source;
  std::string all;
  for (const Finding& each : screen_source(file)) all += std::to_string(each.line) + ": " + each.text + "\n";
  fs::remove(file);
  return all;
}

bool finds(const std::string& source, const std::string& words) {
  const std::string found = found_in(source);
  CAPTURE(source);
  CAPTURE(found);
  const bool finds_it = found.find(words) != std::string::npos;
  CHECK(finds_it);
  return finds_it;
}

/// What is found once the build's compiler has replaced the macros.
std::string found_in_macros(const std::string& source) {
  const tutorial::TemporaryFolder folder;
  const fs::path file = folder / "s.cu", preprocessed = folder / "s.ii";
  std::ofstream(file) << source;
  const std::string name = file.string();
  REQUIRE(std::system((CXX " -E -x c++ " + name + " -o " + preprocessed.string()).c_str()) == 0);
  std::ifstream in(preprocessed);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const bool is_gnu = std::string(CXX).find("clang") == std::string::npos;
  std::string all;
  for (const Finding& each : screen_preprocessed(own_lines(text, name), source, name, is_gnu))
    all += std::to_string(each.line) + ": " + each.text + "\n";
  return all;
}

}  // namespace

TEST_CASE("a word that a macro joins is judged like a written one, at its line") {
  const std::string join = "#define J(a, b) a##b\n#define K(a, b) J(a, b)\n";
  CHECK(found_in_macros(join + "int J(kernel_, points);\nint K(_, x);") == "");
  CHECK(found_in_macros("#include <cassert>\n#include <cstdarg>\n" + join +
                        "void f(int n, ...) { assert(n > 0); va_list l; va_start(l, n); va_end(l); }") == "");
  CHECK(found_in_macros(join + "J(as, m)(\"\");") ==
        "3: the submission uses inline assembly, which no exercise needs\n");
  CHECK(found_in_macros(join + "\nK(_, _asm)(\"\");").starts_with("4: the submission uses inline assembly"));
  CHECK(found_in_macros(join + "K(_, K(_, K(attribute, __))) ((weak)) int f();")
            .starts_with("3: the submission uses compiler attributes"));
  CHECK(found_in_macros(join + "namespace J(cuda, sim) { }").find("belongs to the grader") !=
        std::string::npos);
  CHECK(found_in_macros(join + "void* operator J(ne, w)(unsigned long);").find("operator new") !=
        std::string::npos);
  CHECK(found_in_macros(join + "J(_P, ragma)(\"GCC optimize 0\")").find("#pragma GCC optimize") !=
        std::string::npos);
}

TEST_CASE("a pragma that macros made is judged where no compiler marks what system headers made") {
  const std::string source = "#define J(a, b) a##b\nJ(_Pra, gma)(\"redefine_extname f g\")\n";
  const auto found = screen_preprocessed(
      own_lines("# 1 \"s.cu\"\n\n\n#pragma redefine_extname f g\n", "s.cu"), source, "s.cu", false);
  REQUIRE(found.size() == 1);
  CHECK(found[0].text.find("#pragma redefine_extname") != std::string::npos);
}

TEST_CASE("what macros make of a submission's own lines stays at its line") {
  CHECK(own_lines("# 1 \"<built-in>\"\nint no;\n# 1 \"s.cu\"\n# 1 \"./exercise.hpp\" 1\nint n;\n\nint m;\n"
                  "# 2 \"s.cu\" 2\nfloat f =\n# 2 \"s.cu\" 3 4\n 1.0f\n# 2 \"s.cu\"\n;\n\nint last;\n",
                  "s.cu") == "int n;  int m; \nfloat f = ; \n \nint last; ");
  CHECK(own_lines("# 3 \"s.cu\"\nint a;\n#pragma unroll\n# 3 \"s.cu\"\nint b;\n", "s.cu") ==
        "\n\nint a; \n#pragma unroll \nint b; ");
}

TEST_CASE("digraphs and strings of two lines are written plainly, and lines stay where they are") {
  CHECK(plainly_written("%:define A a<:1:>\nvoid f() <% %>") == "# define A a[ 1] \nvoid f() {  } ");
  CHECK(plainly_written("f(\"one \\\ntwo\");\n") == "f(\"one \" \\\n\"two\");\n");
}

TEST_CASE("groups that no compiler reads are left out, and others are not") {
  CHECK(without_skipped("#if 0\nint main() {}\n#else\nint x;\n#endif\n") ==
        "#if 0\n             \n#else\nint x;\n#endif\n");
  CHECK(without_skipped("#ifdef TEST\nasm\n#if 1\n#endif\n#endif\nint y;") ==
        "#ifdef TEST\n   \n     \n      \n#endif\nint y;");
  for (const std::string kept :
       {"#define TEST\n#ifdef TEST\nasm\n#endif\n", "#ifdef __CUDACC__\nasm\n#endif\n",
        "#if 0 || 1\nasm\n#endif\n", "#if 1\nasm\n#endif\n"})
    CHECK(without_skipped(kept) == kept);
}

TEST_CASE("the headers of a submission are named as it names them") {
  CHECK(includes_first("#define x y\n#include <numeric>  // sums\n#include \"exercise.hpp\"\n") ==
        "#if __has_include(<numeric>)\n#include <numeric>\n#endif\n");
}

TEST_CASE("a condition may not use a macro made of joined words") {
  const std::string join = "#define J(a, b) a##b\n";
  finds(join + "#if J(_, _has_include)(\"x\")\n#endif", "2: the submission has #if with the macro J");
  finds(join + "#define H J(_, _COUNTER__)\n#if 0\n#elif H\n#endif",
        "4: the submission has #elif with the macro H");
  for (const char* line :
       {"#define SIZE 4\n#if SIZE > 3\n#endif", "#define H int\n#if defined(H) || defined H\n#endif"})
    CHECK(found_in(join + line) == "");
  CHECK(found_in("#define OTHER 3\n#define SIZE OTHER\n#if SIZE > 3\n#endif") == "");
}

TEST_CASE("a condition may not tell the simulator from nvcc") {
  finds("#ifndef CUDA_IPC_HANDLE_SIZE\nint x;\n#endif", "#ifndef with CUDA_IPC_HANDLE_SIZE");
  finds("#ifndef CUDA_IPC_HANDLE_SIZE\n#define CUDA_IPC_HANDLE_SIZE 64\nint x;\n#endif", "with CUDA_IPC");
  finds("#if defined __has_include && !defined(CUDA_IPC_HANDLE_SIZE)\nint x;\n#endif", "#if with CUDA_IPC");
  finds("#if defined(__SANITIZE_THREAD__)\nint x;\n#endif", "#if with __SANITIZE_THREAD__");
  for (const char* usual : {"#ifndef CUDA_CHECK\n#define CUDA_CHECK(call) call\n#endif",
                            "#ifdef DEBUG\n#elif CUDART_VERSION\n#endif",
                            "#ifndef __TILE_CU__\n#define __TILE_CU__\nint x;\n#endif",
                            "#define CUDA_VERBOSE 1\n#if CUDA_VERBOSE\n#endif",
                            "#if defined(__CUDACC__) && !defined(_WIN32)\n#endif",
                            "#if __has_include(<cuda/std/cstdint>) && __cplusplus\n#endif"})
    CHECK(found_in(usual) == "");
}

TEST_CASE("typical student code is accepted") {
  CHECK(found_in(R"(
#include "exercise.hpp"  // what it must define
  #  include <cuda_runtime.h>
#include <cooperative_groups/reduce.h> /* tiles */
#pragma once
#define CHECK(call)                    \
  if ((call) != cudaSuccess) \
    std::printf("line %d\n", __LINE__)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#endif
/* a drawing: \
   banks /\/\ */
constexpr int million = 1'000'000;
[[nodiscard]] __device__ __forceinline__ float f(float x) { return __fmaf_rn(x, 2.0e+3f, __shfl_down_sync(0xffffffffu, x, 1)); }
template <class T> __global__ void __launch_bounds__(256) k(const T* __restrict__ x) {
  extern __shared__ float tile[];
#pragma unroll 4
  for (int i = 0; i < 4; ++i) tile[i] = x[i] < 3 ? '"' : '\'';
  // "asm" in a comment, and main too
  std::printf("asm main # include <fstream> ?! \\ \n");
  __syncthreads();
  int open_ = 0, kill = 1, _value = 2; std::array<::dim3, 2> grids;
}
)") == "");
}

TEST_CASE("only an exercise's own headers are included, by lines that say so plainly") {
  for (const char* line : {"#include <fstream>",
                           "#include \"../solution.cu\"",
                           "#include \"/etc/passwd\"",
                           "#include SOLUTION",
                           "#include_next <cmath>",
                           "#import <cmath>",
                           "# /* x */ include <thread>",
                           "#include /* \n */ \"/etc/passwd\"",
                           "#embed \"/etc/passwd\"",
                           "#include <cmath> <thread>",
                           "#include \"exercise.cu\"",
                           "#include \"./exercise.hpp\"",
                           "#include <../../exercise.cu>",
                           "#\\\ninclude <thread>",
                           "\xEF\xBB\xBF#include <thread>",
                           "/* \n */ #include <thread>",
                           "#include <vector>x",
                           "#include <pthread.h>",
                           "#include \"vector\"",
                           "#inc\\\nlude <thread>"}) {
    CAPTURE(line);
    CHECK(found_in(line) != "");
    CHECK(found_in(std::string("int a;\n") + line + "\n") != "");
  }
  finds("\n#include <fstream>", "2: the submission includes <fstream>");
  finds("%:include <thread>", "a digraph");
  finds("?\?=include <thread>", "a trigraph");
  finds("#if __has_include(\"/etc/shadow\")\n#endif", "asks for the header \"/etc/shadow\"");
  finds("#ifdef A\n#line 3 \"x\"\n#endif", "2: the submission has #line");
  finds("# 1 \"/etc/passwd\"", "the submission has #1");
  finds("#ident \"x\"", "#ident");
  finds("int a;\n#undef _string_h", "2: the submission has #undef _string_h");
  CHECK(found_in("#define TILE 4\n#undef TILE\n#undef NDEBUG") == "");
}

TEST_CASE("standard headers, namespaces and continued lines are accepted") {
  for (const char* line :
       {"#include <vector>", "#include <iostream>", "#include <cstdlib>", "#include <string.h>",
        "using namespace std;", "using namespace cooperative_groups;", "#define A \\\n1",
        "#define A(x) do {\\\n} while (0)", "int f(int a, \\\nint b);", "#pragma nv_diag_suppress 177",
        "#pragma GCC diagnostic ignored \"-Wall\"", "#include \"cuda_runtime.h\"",
        "#define NAME(x) kernel_##x", "#define NAME(a, b) step_ ## a ## b",
        "#define SAY(text, ...) printf(text, ##__VA_ARGS__)", "extern \"C\" __global__ void f();",
        "extern \"C\" {\nvoid f();\n}", "#define JOIN(a, b) a##b", "const char* s = R\"(a \"b\")\";"}) {
    CAPTURE(line);
    CHECK(found_in(line) == "");
  }
}

TEST_CASE("functions of small floats and of SIMD words are accepted") {
  for (const char* name :
       {"__ushort_as_half", "__floats2half2_rn", "__halves2bfloat162", "__short2bfloat16_rn", "__habs2",
        "__hneg", "__hbne2", "__hgeu", "__hisnan", "__h2div", "__vneg2", "__vsadu4", "__vhaddu4"})
    CHECK(found_in("#include \"exercise.hpp\"\nauto x = " + std::string(name) + "(1);\n") == "");
}

TEST_CASE("assembly is found in every spelling") {
  for (const char* source :
       {"asm(\"syscall\");", "__asm__ volatile (\"\");", "__asm(\"\");", "#define A asm\nA(\"\");",
        "a\\\nsm(\"\");", "as\\ \nm(\"\");", "_Pragma(\"x\")", "int f() asm(\"malloc\");",
        "#pragma redefine_extname f malloc", "#define A as\\\nm", "\\u0061sm(\"\");",
        "// comment \\\nasm(\"\");\nint a;", "// comment ?\?/\nasm(\"\");", "R\"(\n)\" asm(\"\");",
        "auto s = u8R\"x(\")x\"; asm(\"\"); \"", "'\"' asm(\"\"); '\"'", "1'0 asm(\"\"); '",
        "#pragma GCC poison x", "import <fstream>;"}) {
    CAPTURE(source);
    CHECK(found_in(source) != "");
  }
}

TEST_CASE("attributes, linkage and names of the marker's are not for a submission") {
  finds("__attribute__((constructor)) void f() {}", "compiler attributes");
  finds("[[gnu::constructor]] void f() {}", "the attribute gnu");
  finds("[[using gnu: alias(\"x\")]] void f();", "the attribute using");
  finds("[[nodiscard, gnu::ifunc(\"x\")]] int f();", "the attribute gnu");
  finds("<:<:gnu::constructor:>:> void f() {}", "a digraph");
  finds("[ /* */ [gnu::weak]] int f();", "the attribute gnu");
  finds("#define OPEN [\nOPEN OPEN gnu::no_sanitize_thread]] int f();",
        "2: the submission uses the attribute gnu");
  finds("#define A gnu::weak\n#define OPEN [\nOPEN OPEN A]] int f();",
        "1: the submission uses the attribute gnu");
  finds("#define OPEN [\nOPEN OPEN clang::optnone]] int f();", "the attribute clang");
  finds("int main() {}", "1: the submission has a main");
  finds("#define entry main", "a main");
  finds("void* operator new(unsigned long);", "replaces operator new");
  finds("void __tsan_read4(void*) {}", "__tsan_read4 is reserved");
  finds("namespace cudasim { int x; }", "belongs to the grader");
  finds("namespace tutorial { }", "belongs to the grader");
  finds("int x = unseen_load(group, 4);", "unseen_load belongs to the grader");
  finds("void f() { tell_wait_to_lens(); }", "tell_wait_to_lens belongs to the grader");
  finds("void tutorial_exercise_call() {}", "belongs to the grader");
  finds("namespace std { }", "namespace std");
  finds("inline namespace std { }", "namespace std");
  finds("int x = __builtin_return_address(0);", "reserved");
  finds("stdout->_fileno = 4;", "the inside of a FILE");
  finds("int seed() { return std::random_device{}(); }", "use std::mt19937");
  finds("void leave() { _Exit(1); }", "_Exit: use exit instead");
  finds("int a$b;", "dollar");
  finds(
      "int \xC3\xBC"
      "ber;",
      "a letter that is not one of a to z in the name '\xC3\xBC"
      "ber'");
  finds("int x = 1\xC3\xBC;", "plain ASCII");
}

TEST_CASE("a submission is a plain file of some size") {
  const fs::path link = fs::temp_directory_path() / ("screen-link-" + std::to_string(getpid()) + ".cu");
  fs::create_symlink("/etc/passwd", link);
  const auto found = screen_source(link);
  fs::remove(link);
  REQUIRE(found.size() == 1);
  CHECK(found[0].text == "the submission is not a plain file");
  CHECK(screen_source(fs::temp_directory_path()).size() == 1);
  finds(std::string(300 * 1024, ' '), "more than 256 KiB");
}

TEST_CASE("invisible characters are refused everywhere, even in comments and strings") {
  for (const char* unseen : {"\r", "\x01", "\x0b", "\x0c", "\x1b[2J", "\x7f", "\r\r\n"}) {
    CAPTURE(unseen);
    for (const std::string& source :
         {"int a; // " + std::string(unseen) + "asm(\"nop\");\n", "/* " + std::string(unseen) + " */\n",
          "const char* s = \"" + std::string(unseen) + "\";\n"})
      CHECK(found_in(source).find("a c") != std::string::npos);
  }
  CHECK(found_in(std::string("// \0x\n", 7)).find("a control character") != std::string::npos);
  finds("int a;\n// \xE2\x80\xAE\n", "2: the submission has a mark that changes the direction");
  CHECK(found_in("int a;\r\n// gr\xFC\xDF"
                 "e, and \xC3\xA9\r\n\tint b;\r\n") == "");
}
