#include <doctest/doctest.h>

#include "sim/translate/translate.hpp"

using namespace cudasim::translate;

namespace {

const std::string prefix = "for (CUDASIM_LOOP; cudasim_loop.first();) ";
const std::string next = "cudasim_loop.next()";

std::string for_lens(const std::string& source) {
  SharedMacros macros;
  const Translation translation = translate(source, {{}, true}, macros);
  CHECK(translation.errors.empty());
  return translation.text;
}

std::string in_kernel(const std::string& body) { return "__global__ void k() { " + body + " }"; }

}  // namespace

TEST_CASE("for: the counter comes before the step") {
  CHECK(for_lens(in_kernel("for (int i = 0; i < n; ++i) f(i);")) ==
        in_kernel(prefix + "for (int i = 0; i < n; " + next + ", ++i) f(i);"));
  CHECK(for_lens(in_kernel("for (;;) f();")) == in_kernel(prefix + "for (;; " + next + ") f();"));
}

TEST_CASE("while becomes for, whose condition may be a declaration too") {
  CHECK(for_lens(in_kernel("while (int i = f()) g(i);")) ==
        in_kernel(prefix + "for (; int i = f(); " + next + ") g(i);"));
}

TEST_CASE("do") {
  CHECK(for_lens(in_kernel("do f(); while (a, b);")) ==
        in_kernel(prefix + "do f(); while (" + next + ", (a, b));"));
  CHECK(for_lens(in_kernel("do { f(); } while (0);")) == in_kernel("do { f(); } while (0);"));
}

TEST_CASE("a do that holds a while without braces, and an if with an else") {
  CHECK(for_lens(in_kernel("do while (a) f(); while (b);")) ==
        in_kernel(prefix + "do " + prefix + "for (; a; " + next + ") f(); while (" + next + ", (b));"));
  CHECK(for_lens(in_kernel("do if (a) f(); else g(); while (b);")) ==
        in_kernel(prefix + "do if (a) f(); else g(); while (" + next + ", (b));"));
}

TEST_CASE("a loop that a switch enters in its middle has its counter before the switch") {
  CHECK(for_lens(in_kernel("switch (n) { case 0: do { f(); case 1: g(); } while (--m); }")) ==
        in_kernel(prefix + "switch (n) { case 0: do { f(); case 1: g(); } while (" + next + ", (--m)); }"));
  CHECK(for_lens(in_kernel("switch (n) case 0: { while (m) { f(); default: g(); } }")) ==
        in_kernel("switch (n) case 0: { while (m) { f(); default: g(); } }"));
  CHECK(for_lens(in_kernel("switch (n) { while (m) { f(); default: g(); } }")) ==
        in_kernel(prefix + "switch (n) { for (; m; " + next + ") { f(); default: g(); } }"));
  const std::string own = "for (; m;) { switch (n) { case 0: f(); } }";
  CHECK(for_lens(in_kernel(own)) ==
        in_kernel(prefix + "for (; m; " + next + ") { switch (n) { case 0: f(); } }"));
  CHECK(for_lens(in_kernel("switch (n) { case 0: if (m) continue; do { case 1: g(); } while (--m); }")) ==
        in_kernel("switch (n) { case 0: if (m) continue; do { case 1: g(); } while (--m); }"));
}

TEST_CASE("a range-for stays") {
  CHECK(for_lens(in_kernel("for (int i : list) f(i);")) == in_kernel("for (int i : list) f(i);"));
}

TEST_CASE("host code stays, device lambdas in it do not") {
  const std::string host = "void f() { for (;;) g(); while (a) g(); do g(); while (a); }";
  CHECK(for_lens(host) == host);
  CHECK(for_lens("void f() { run([=] __device__ (int i) { for (;;) g(); }); }") ==
        "void f() { run([=] __device__ (int i) { " + prefix + "for (;; " + next + ") g(); }); }");
}

TEST_CASE("macros: whole loops are counted, ends of loops that another macro begins are left alone") {
  CHECK(for_lens("#define EACH(i) for (int i = 0; i < 3; ++i)\n") ==
        "#define EACH(i) " + prefix + "for (int i = 0; i < 3; " + next + ", ++i)\n");
  CHECK(for_lens("#define END while (more)\n") == "#define END while (more)\n");
  CHECK(for_lens("#define END } while (more);\n") == "#define END } while (more);\n");
  CHECK(for_lens("#define WAIT while (more) step();\n") ==
        "#define WAIT " + prefix + "for (; more; " + next + ") step();\n");
}

TEST_CASE("without the lens no loop is touched") {
  CHECK(translate(in_kernel("for (;;) f();")).text == in_kernel("for (;;) f();"));
}
