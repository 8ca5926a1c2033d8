#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

std::string for_lens(std::string_view body) {
  cudasim::translate::SharedMacros macros;
  cudasim::translate::Surroundings surroundings;
  surroundings.for_lens = true;
  const std::string before = "__global__ void k(int i) {";
  const std::string text =
      cudasim::translate::translate(before + std::string(body) + "}", surroundings, macros).text;
  return text.substr(before.size(), text.size() - before.size() - 1);
}

}  // namespace

TEST_CASE("indices of a thread's own arrays are checked, constants are not") {
  CHECK(for_lens("float a[4]; a[i] = a[1];") ==
        "float a[4]; CUDASIM_MARK_UNWRITTEN(a); a[::cudasim::own_index<decltype(a), 0>(i)] = a[1];");
  CHECK(for_lens("const S a[2][3] = {}; f(a[i][1], a[0][i]);") ==
        "const S a[2][3] = {}; f(a[::cudasim::own_index<decltype(a), 0>(i)][1], "
        "a[0][::cudasim::own_index<decltype(a), 1>(i)]);");
}

TEST_CASE("elements of an own array that has no value are marked, and checked where they are read") {
  const std::string marked = "float a[4]; CUDASIM_MARK_UNWRITTEN(a);";
  const std::string read = "CUDASIM_OWN_ELEMENT(a[1])";
  CHECK(for_lens("float a[4]; x = a[1] + 1;") == marked + " x = " + read + " + 1;");
  CHECK(for_lens("float a[4]; a[1] += 1;") == marked + " " + read + " += 1;");
  CHECK(for_lens("float a[4]; x = fmaf(y, z, a[1]);") == marked + " x = fmaf(y, z, " + read + ");");
  CHECK(for_lens("float a[4]; x = static_cast<int>(a[1]);") ==
        marked + " x = ::cudasim::number_cast<int>(" + read + ");");
  CHECK(for_lens("float a[4]; while (a[1] == 0) a[1] = f();").find("(; " + read + " == 0;") !=
        std::string::npos);
  CHECK(for_lens("float a[4]; do a[1] = f(); while (a[1] == 0);").find(", (" + read + " == 0)") !=
        std::string::npos);
  CHECK(for_lens("float a[2][2]; x = a[1][0];") ==
        "float a[2][2]; CUDASIM_MARK_UNWRITTEN(a); x = CUDASIM_OWN_ELEMENT(a[1][0]);");
}

TEST_CASE("a copy to another own array and a reference keep the mark, and are not read") {
  CHECK(for_lens("float a[4], b[4]; b[0] = a[1];") ==
        "float a[4], b[4]; CUDASIM_MARK_UNWRITTEN(a); b[0] = a[1];");
  CHECK(for_lens("float a[4]; float& x = a[1];") ==
        "float a[4]; CUDASIM_MARK_UNWRITTEN(a); float& x = a[1];");
}

TEST_CASE("elements that are written, or given to a function, are not checked") {
  for (const char* body :
       {"float a[4]; a[1] = 2;", "float a[4]; load(a[1], 2);", "float a[4]; (a[1]) = 2;",
        "S a[4]; a[1].x = 2;", "float a[4]; f(a, sizeof a[1]);", "float a[4] = {}; x = a[1] + 1;",
        "float a[2][2]; f(a[1]);", "struct S { float a[4]; } s; x = s.a[1] + 1;"})
    CHECK(for_lens(body) == body);
}

TEST_CASE("anything but an own array, and the address of one, is left unchanged") {
  CHECK(for_lens("float a[4]; p = &a[i]; b.a[i] = c->a[i];") == "float a[4]; p = &a[i]; b.a[i] = c->a[i];");
  CHECK(for_lens("{ float a[4]; } a[i] = 0;") == "{ float a[4]; } a[i] = 0;");
  CHECK(for_lens("float* p = q; p[i] = 0; static int s[2]; s[i];") ==
        "float* p = q; p[i] = 0; static int s[2]; s[i];");
}
