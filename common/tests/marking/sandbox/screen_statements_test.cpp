// Only g++ prints its statements.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "marking/sandbox/machine_error.hpp"
#include "marking/screen/screen.hpp"
#include "support/temporary_folder.hpp"

using namespace tutorial::marking;
namespace fs = std::filesystem;

namespace {

bool is_gcc() {
  static const bool is = std::system(CXX " --version | grep -q 'Free Software Foundation'") == 0;
  return is;
}

/// Has g++ print the statements of this into the folder.
void print_statements(const std::string& source, const tutorial::TemporaryFolder& folder) {
  std::ofstream(folder / "s.cpp") << source;
  std::string command = "cd " + folder.path().string() +
                        " && CCACHE_DISABLE=1 " CXX
                        " -w -O2 -g1 -std=gnu++17 -fsanitize=thread "
                        "--param=tsan-distinguish-volatile=1 -fno-tree-sra -fno-tree-vectorize "
                        "-fno-builtin -c s.cpp -o s.o";
  for (const std::string& option : statements_options()) command += " " + option;
  REQUIRE(std::system(command.c_str()) == 0);
}

/// All that is found in the statements that g++ makes of this.
std::string found_in(const std::string& source) {
  const tutorial::TemporaryFolder folder;
  print_statements(source, folder);
  std::string all;
  for (const Finding& each : screen_statements(folder.path(), folder / "s.o", "s.cpp"))
    all += std::to_string(each.line) + ": " + each.text + "\n";
  return all;
}

/// The lines of accesses in loops whose iterations the lens does not tell apart; 0 where g++ prints nothing.
std::vector<int> turns_in(const std::string& source) {
  if (!is_gcc()) return {};
  const tutorial::TemporaryFolder folder;
  print_statements(
      "enum Mark : unsigned char { set };\nextern __thread volatile Mark cudasim_loop_mark[4];\n" + source,
      folder);
  std::vector<int> lines;
  for (const Finding& each : unmarked_loops(folder.path(), "s.cpp")) lines.push_back(each.line);
  return lines;
}

void finds(const std::string& source, const std::string& words) {
  if (!is_gcc()) return;
  const std::string found = found_in(source);
  CAPTURE(source);
  CAPTURE(found);
  CHECK(found.starts_with(words));
}

void finds_nothing(const std::string& source) {
  if (!is_gcc()) return;
  CAPTURE(source);
  CHECK(found_in(source) == "");
}

const std::string pair = "struct Pair { double first, second; };\nint take(int, ...);\n";

}  // namespace

TEST_CASE("accesses that the compiler reports are accepted") {
  finds_nothing(R"(
struct Pair { double first, second; };
static int counter;
static const int table[4] = {1, 2, 3, 4};
volatile int flag;
Pair swapped(const Pair& pair) { return {pair.second, pair.first}; }
double sum(const Pair* pairs, int n) {
  Pair all{};
  for (int i = 0; i < n; ++i) {
    const Pair each = swapped(pairs[i]);
    all.first += each.first;
    all.second += each.second;
  }
  ++counter;
  flag = table[n % 4];
  return all.first + all.second;
}
)");
}

TEST_CASE("an object that goes from memory straight into a call is found, with its line") {
  const std::string words = "the submission passes an object from memory to a call";
  finds(pair + "int f(Pair* pairs, int i) {\n  return take(1, pairs[i]);\n}", "4: " + words);
  finds(pair + "static Pair all[8];\nint f(int i) { all[i].first = i; return take(1, all[i]); }",
        "4: " + words);
}

TEST_CASE("an object of the function itself may go into a call") {
  finds_nothing(pair + "int f(Pair* pairs, int i) {\n  Pair own = pairs[i];\n  return take(1, own);\n}");
  finds_nothing(pair + "int f(int i) { return take(i, Pair{1, 2}); }");
  finds_nothing(pair + "int f() { return take(1, \"a text; with = marks, and more\"); }");
}

// From g++ 13 on, such a constant is in read-only memory, where a store ends the program.
#if __GNUC__ < 13
TEST_CASE("an access that the compiler does not report is found") {
  finds(
      "const volatile float cells[8] = {};\nvoid f(int i, float x) {\n  const_cast<volatile "
      "float&>(cells[i]) = x;\n}",
      "3: the submission accesses memory unseen by the lens");
}
#endif

TEST_CASE("a builtin function that is expanded in place is found, but not on the function's own stack") {
  finds("void f(__builtin_va_list* to, __builtin_va_list* from) {\n  __builtin_va_copy(*to, *from);\n}",
        "2: the submission copies memory by a builtin function of the compiler");
  finds_nothing(
      "int f(int n, ...) {\n  __builtin_va_list list;\n  __builtin_va_start(list, n);\n"
      "  const int first = __builtin_va_arg(list, int);\n  __builtin_va_end(list);\n  return first;\n}");
}

const std::string kernel = "__attribute__((noinline, noclone)) ";

TEST_CASE("an access of a kernel in a branch within a loop without marks is found") {
  if (!is_gcc()) return;
  const std::string loop =
      "void f(int* out, int lane, int n) {\n  for (int i = 0; i < n; ++i)\n    if (i == lane) out[i] = "
      "i;\n}\n";
  CHECK(turns_in(kernel + loop) == std::vector{5});
  CHECK(turns_in("__attribute__((noinline)) " + loop).empty());  // host code
  CHECK(turns_in("__attribute__((noinline)) " + loop + kernel + "void k(int* out) { f(out, 1, 2); }") ==
        std::vector{5});
  CHECK(turns_in("__attribute__((noinline)) static " + loop +
                 "void (*const volatile table[])(int*, int, int) = {f};\n" + kernel +
                 "void k(int* out, int which) { table[which](out, 1, 2); }") == std::vector{5});
  CHECK(turns_in(kernel + "void f(int* out, int lane, int n) {\n  for (int i = 0; i < n; ++i) {\n"
                          "    cudasim_loop_mark[1] = set;\n    if (i == lane) out[i] = i;\n  }\n}\n")
            .empty());
}

TEST_CASE("an access that each iteration of a loop makes is accepted") {
  CHECK(
      turns_in(kernel + "void f(int* out, int n) {\n  for (int i = 0; i < n; ++i) out[i] = i;\n}\n").empty());
  CHECK(turns_in(kernel +
                 "void f(int* out, int n) {\n  for (int i = 0; i < n; ++i) {\n    if (out[i] == 7) break;\n"
                 "    out[i] = i;\n  }\n}\n")
            .empty());
}

TEST_CASE("what nvcc refuses in device code is found in kernels and in what they call") {
  const std::string table = "struct Of { static constexpr int steps[] = {1, 2, 3}; };\n";
  const std::string read = "int f(int i) { return Of::steps[i]; }\n";
  const std::string words = "3: a kernel uses Of::steps, a static member in host memory";
  finds(table + "\n" + kernel + read, words);
  finds(table + "\n__attribute__((noinline)) " + read + kernel + "int k(int i) { return f(i); }", words);
  finds_nothing(table + read);
  finds_nothing(table + kernel + "int k(int i) { return i + Of::steps[1]; }");
  finds_nothing("struct Of { int a[3]; __attribute__((noinline)) int at(int i) const { return a[i]; } };\n" +
                kernel + "int k(Of* of, int i) { return of->at(i); }");
  finds_nothing("namespace ns { inline const int table[] = {1, 2, 3}; }\n" + kernel +
                "int k(int i) { return ns::table[i]; }");

  finds(kernel + "double k(double* p) { return static_cast<long double>(p[0]) * p[1]; }",
        "1: a kernel computes with long double");
  finds_nothing("double f(double* p) { return static_cast<long double>(p[0]) * p[1]; }");

  const std::string launched = "template <class T> " + kernel + "int k(T* t) { return t->a; }\n";
  finds(launched + "int f() {\n  struct Own { int a; } own = {1};\n  return k(&own);\n}",
        "1: a template argument of a kernel is Own, a type local to a function");
  finds(launched + "struct { int a; } own;\nint f() { return k(&own); }",
        "1: a template argument of a kernel is a type without a name");
  finds_nothing(launched + "namespace { struct Own { int a; } own; }\nint f() { return k(&own); }");
  finds_nothing("template <class F> " + kernel + "int k(F* f, int i) { return (*f)(i); }\n" +
                "int f(int n) { auto add = [=](int i) { return i + n; }; return k(&add, 2); }");

  finds(kernel + "int k(int n) {\n  int a[n];\n  volatile int* p = a;\n  return p[n / 2];\n}",
        "2: a kernel has an array whose length is no constant");
}

TEST_CASE("a call of a host function in device code is found by the function that g++ means") {
  const std::string device = "#define __device__\n#define __host__\n";
  finds(device +
            "struct Row {\n  int number;\n  operator int() const { return number; }\n};\n"
            "__device__ int next(const Row& row) {\n  return row + 1;\n}",
        "8: calling a __host__ function(\"Row::operator int\") in device code is not allowed");
  finds(device + "#include <array>\n__device__ int first(const std::array<int, 3>& a) {\n  return a[0];\n}",
        "5: calling a __host__ function(\"std::array<int, 3>::operator[]\") in device code is not allowed: "
        "is there one in cuda::std?");
  finds(device +
            "constexpr int last = 3;\n__device__ const int& least(const int& a, const int& b) {\n"
            "  return a < b ? a : b;\n}\n__device__ int at(int i) {\n  return least(i, last);\n}",
        "8: identifier \"last\" is undefined in device code");
}

TEST_CASE("calls of functions of both sides, of the compiler's own and of what CUDA has are accepted") {
  finds_nothing(R"(#define __device__
#define __host__
#include <cmath>
#include <utility>
constexpr int last = 3;
struct Row {
  int number = 0;
  int of_the_host() const { return number; }
  __host__ __device__ operator int() const { return number; }
};
__device__ int twice(const int& n);
__device__ int at(float x) {
  Row row, moved = std::move(row);
  const int last = 4;
  auto add = [&](int n) {
    return n + last;
  };
  for (const int each : {1, 2})
    moved.number += each;
  return add(moved) + twice(last) + int(std::sqrt(x));
}
int twice(const int& n) {
  return 2 * n;
}
int of_the_host(const Row& row) {
  return twice(last) + row.of_the_host();
}
)");
}

TEST_CASE("a compiler that has printed no statements is an error of the machine") {
  const tutorial::TemporaryFolder folder;
  std::ofstream(folder / "s.cpp") << "int x;\n";
  REQUIRE(std::system(("CCACHE_DISABLE=1 " CXX " -c " + (folder / "s.cpp").string() + " -o " +
                       (folder / "s.o").string())
                          .c_str()) == 0);
  CHECK_THROWS_AS(screen_statements(folder.path(), folder / "s.o", "s.cpp"), MachineError);
}
