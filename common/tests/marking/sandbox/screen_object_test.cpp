#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "marking/sandbox/machine_error.hpp"
#include "marking/screen/screen.hpp"
#include "support/temporary_folder.hpp"

using namespace tutorial::marking;
namespace fs = std::filesystem;

namespace {

/// All that is found in the object file that the build's compiler makes of this.
std::string found_in(const std::string& source, const std::string& options = "") {
  const tutorial::TemporaryFolder folder;
  const fs::path file = folder / "s.cpp", object = folder / "s.o";
  std::ofstream(file) << source;
  // As submissions are compiled: Ubuntu's g++ would call __printf_chk for printf.
  const std::string command = "CCACHE_DISABLE=1 " CXX " -w -O1 -fno-builtin -U_FORTIFY_SOURCE " + options +
                              " -c " + file.string() + " -o " + object.string();
  REQUIRE(std::system(command.c_str()) == 0);
  std::string all;
  for (const Finding& each : screen_object(object, file))
    all += std::to_string(each.line) + ": " + each.text + "\n";
  return all;
}

void finds(const std::string& source, const std::string& words) {
  const std::string found = found_in(source);
  CAPTURE(source);
  CAPTURE(found);
  CHECK(found.find(words) != std::string::npos);
}

}  // namespace

TEST_CASE("calls that exercises need are accepted, and those that the compiler adds for the lens") {
  CHECK(found_in(R"(
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
int counter; float weights[8];
template <class T> T twice(T x) { return 2 * x; }
float f(int n, double* x) { assert(n > 0); std::printf("%d\n", n); std::sort(x, x + n); return sinf(n) + std::sqrt(x[0]) + twice(weights[n]); }
float* g(int n) { return new float[n]; }
)",
                 "-fsanitize=thread") == "");
}

TEST_CASE("a call that no exercise needs is named, with its line") {
  finds("#include <unistd.h>\nvoid f() {\n  fork();\n}",
        "3: the submission uses fork, which no exercise needs");
  for (const char* call : {"system(\"ls\")", "quick_exit(0)", "atexit(nullptr)", "getenv(\"PATH\")"})
    finds("#include <cstdlib>\nvoid f() { " + std::string(call) + "; }", "the submission uses ");
  for (const char* call :
       {"_exit(0)", "write(4, \"\", 1)", "syscall(1)", "execv(\"\", nullptr)", "dup2(1, 4)", "unlink(\"x\")"})
    finds("#include <unistd.h>\nvoid f() { " + std::string(call) + "; }", "the submission uses ");
  finds("#include <cstdio>\nvoid f() { std::fopen(\"/etc/passwd\", \"r\"); }", "uses fopen");
  finds("#include <thread>\nvoid f() { std::thread([] {}).detach(); }", "uses std::thread");
  finds("#include <fstream>\nvoid f() { std::ifstream in(\"/etc/passwd\"); }", "uses std::");
  finds("#include <pthread.h>\nvoid f() { pthread_create(0, 0, 0, 0); }", "uses pthread_create");
  finds("#include <csignal>\nvoid f() { std::raise(9); std::signal(11, nullptr); }", "uses raise");
  finds("#include <csetjmp>\nvoid f(std::jmp_buf b) { std::longjmp(b, 1); }", "longjmp");
  finds("extern char _end[]; char* f() { return _end; }", "uses _end");
  finds("extern char** environ; char** f() { return environ; }", "uses environ");
  finds("namespace cudasim::lens { void clear_hazards(); } void f() { cudasim::lens::clear_hazards(); }",
        "uses cudasim::lens::clear_hazards()");
}

TEST_CASE("a function in the place of the runtime's is found") {
  finds("extern \"C\" void* malloc(unsigned long) { return nullptr; }", "defines malloc");
  finds("extern \"C\" void __tsan_read4(void*) {}", "defines __tsan_read4");
  finds("extern \"C\" int cudaMemcpy(void*, const void*, unsigned long, int) { return 0; }",
        "defines cudaMemcpy");
  finds("extern \"C\" __attribute__((weak)) int cudaMalloc(void**, unsigned long) { return 0; }",
        "defines cudaMalloc");
  finds("int cudaFree(void*) { return 0; }", "defines cudaFree");
  finds("void* operator new(unsigned long) { return nullptr; }", "defines operator new");
  finds("int main() {}", "defines main");
  finds("namespace tutorial::marking { int x; }", "defines tutorial::marking::x");
  finds("namespace tutorial { void f() {} }", "defines tutorial::f()");
  finds("void tutorial_exercise_call(int&) {}", "defines tutorial_exercise_call");
  finds("namespace cudasim { void f() {} }", "defines cudasim::f()");
  finds("namespace std { void terminate() noexcept {} }", "defines std::terminate()");
  finds("char** environ; int stdout;", "defines environ");
  finds("int cudaMalloc;", "defines cudaMalloc");
  finds(
      "extern \"C\" { static int g() { return 1; } int (*choose())() { return g; } int f() "
      "__attribute__((ifunc(\"choose\"))); }",
      "defines f");
}

TEST_CASE("code that runs before main or after it is found") {
  finds("volatile int x; __attribute__((constructor)) void f() { x = 1; }", "code that runs before main");
  finds("volatile int x; __attribute__((constructor(101))) static void f() { x = 1; }",
        "code that runs before main");
  finds("volatile int x; __attribute__((destructor)) void f() { x = 1; }", "code that runs before main");
  finds("int g(); int x = g();", "code that runs before main");
  finds("struct S { ~S() {} }; S s;", "code that runs before main");
  finds("void f() {} __attribute__((section(\".preinit_array\"), used)) void (*p)() = f;", "preinit_array");
  finds("void f() {} __attribute__((section(\".ctors\"), used)) void (*p)() = f;",
        "code that runs before main");
  finds("__attribute__((section(\".init\"), used)) void f() {}", "section .init");
  finds("asm(\".section .note.GNU-stack,\\\"x\\\",@progbits\\n.text\");", "a stack that can be executed");
}

TEST_CASE("a compiler that leaves no object file, or half of one, is the machine's fault") {
  CHECK_THROWS_AS(screen_object("/etc/passwd", "/etc/passwd"), MachineError);
  const tutorial::TemporaryFolder folder;
  const fs::path source = folder / "s.cpp", object = folder / "s.o";
  std::ofstream(source) << "int f() { return 1; }";
  REQUIRE(std::system(
              ("CCACHE_DISABLE=1 " CXX " -c " + source.string() + " -o " + object.string()).c_str()) == 0);
  fs::resize_file(object, fs::file_size(object) / 2);
  CHECK_THROWS_AS(screen_object(object, source), MachineError);
}

TEST_CASE("functions of the library that touch memory unseen by the lens are not for submissions") {
  for (const char* call :
       {"std::strncpy(p, q, n)", "std::strcpy(p, q)", "std::strcat(p, q)", "*p = char(std::strcoll(p, q))",
        "*p = char(std::strspn(p, q))", "*std::strpbrk(p, q) = 1", "std::qsort(p, n, 1, nullptr)"})
    finds(
        "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\nvoid f(char* p, const char* q, unsigned "
        "long n) {\n  " +
            std::string(call) + ";\n}",
        "the submission uses ");
}

TEST_CASE("static variables that no program could hold are named, with their line") {
  finds("int small[8];\nchar* f() {\n  static char large[20ull << 30];\n  return large;\n}",
        "3: the static variables of the submission take more than 1.5 GiB, most of them");
  finds("float a[1u << 28];\nfloat b[1u << 28];", "the static variables of the submission");
  CHECK(found_in("float a[1u << 28];") == "");
}
