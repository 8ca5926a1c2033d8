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

TEST_CASE("indices of a thread's own arrays are checked, 0 is not") {
  CHECK(for_lens("float a[4]; a[i] = a[0];") ==
        "float a[4]; CUDASIM_MARK_UNWRITTEN(a); a[::cudasim::own_index<decltype(a), 0>(i)] = a[0];");
  CHECK(for_lens("const S a[2][3] = {}; f(a[i][0], a[0][2]);") ==
        "const S a[2][3] = {}; f(a[::cudasim::own_index<decltype(a), 0>(i)][0], "
        "a[0][::cudasim::own_index<decltype(a), 1>(2)]);");
}

TEST_CASE("indices of members and of references are checked by the address of the array") {
  CHECK(for_lens("s.t[0].a[i][0] = 0; this->a[i] = p->a[1];") ==
        "s.t[0].a[CUDASIM_INDEX(0, s . t [ 0 ] . a, i)][0] = 0; "
        "this->a[CUDASIM_INDEX(0, this -> a, i)] = p->a[CUDASIM_INDEX(0, p -> a, 1)];");
  CHECK(for_lens("auto& r = q; r[i] = r[0]; int(&s)[2] = t; s[i];") ==
        "auto& r = q; r[CUDASIM_INDEX(0, r, i)] = r[0]; int(&s)[2] = t; s[CUDASIM_INDEX(0, s, i)];");
  CHECK(for_lens("} struct S { int b[4]; __device__ int f(int i) { return b[i]; } }; void g() {") ==
        "} struct S { int b[4]; __device__ int f(int i) { return b[CUDASIM_INDEX(0, b, i)]; } }; void g() {");
  for (const char* body : {"f().a[i];", "x[j++].a[i];", "S::t.a[i];", "p = &s.a[i];", "q = (char*)&s.a[i];"})
    CHECK(for_lens(body) == body);
}

TEST_CASE("elements of an own array that has no value are marked, and checked where they are read") {
  const std::string marked = "float a[4]; CUDASIM_MARK_UNWRITTEN(a);";
  const std::string read = "CUDASIM_OWN_ELEMENT(a[0])";
  CHECK(for_lens("float a[4]; x = a[0] + 1;") == marked + " x = " + read + " + 1;");
  CHECK(for_lens("float a[4]; a[0] += 1;") == marked + " " + read + " += 1;");
  CHECK(for_lens("float a[4]; x = fmaf(y, z, a[0]);") == marked + " x = fmaf(y, z, " + read + ");");
  CHECK(for_lens("float a[4]; x = static_cast<int>(a[0]);") ==
        marked + " x = ::cudasim::number_cast<int>(" + read + ");");
  CHECK(for_lens("float a[4]; while (a[0] == 0) a[0] = f();").find("(; " + read + " == 0;") !=
        std::string::npos);
  CHECK(for_lens("float a[4]; do a[0] = f(); while (a[0] == 0);").find(", (" + read + " == 0)") !=
        std::string::npos);
  CHECK(for_lens("float a[2][2]; x = a[0][0];") ==
        "float a[2][2]; CUDASIM_MARK_UNWRITTEN(a); x = CUDASIM_OWN_ELEMENT(a[0][0]);");
  const std::string both =
      "float x, a[4], b[4]; CUDASIM_MARK_UNWRITTEN(a); CUDASIM_MARK_UNWRITTEN(b); x = " + read +
      " * CUDASIM_OWN_ELEMENT(b[0]);";
  CHECK(for_lens("float x, a[4], b[4]; x = a[0] * b[0];") == both);
  CHECK(for_lens("x, a[i] = a[0] + 1;") == "x, a[i] = a[0] + 1;");
  CHECK(for_lens("} template <class T, class U> __device__ T f() { T a[2]; return a[0] + 1; } void g() {") ==
        "} template <class T, class U> __device__ T f() { T a[2]; CUDASIM_MARK_UNWRITTEN(a); return "
        "CUDASIM_OWN_ELEMENT(a[0]) + 1; } void g() {");
}

TEST_CASE("a copy to another own array and a reference keep the mark, and are not read") {
  CHECK(for_lens("float a[4], b[4]; b[0] = a[0];") ==
        "float a[4], b[4]; CUDASIM_MARK_UNWRITTEN(a); b[0] = a[0];");
  CHECK(for_lens("float a[4]; float& x = a[0];") ==
        "float a[4]; CUDASIM_MARK_UNWRITTEN(a); float& x = a[0];");
}

TEST_CASE("elements that are written, or given to a function, are not checked") {
  for (const char* body :
       {"float a[4]; a[0] = 2;", "float a[4]; load(a[0], 2);", "float a[4]; (a[0]) = 2;",
        "S a[4]; a[0].x = 2;", "float a[4]; f(a, sizeof a[0]);", "float a[4] = {}; x = a[0] + 1;",
        "float a[2][2]; f(a[0]);", "struct S { float a[4]; } s; x = s.a[0] + 1;"})
    CHECK(for_lens(body) == body);
}

TEST_CASE("anything but an own array, and the address of one, is left unchanged") {
  CHECK(for_lens("float a[4]; p = &a[i]; q = &b.a[i];") == "float a[4]; p = &a[i]; q = &b.a[i];");
  CHECK(for_lens("{ float a[4]; } a[i] = 0;") == "{ float a[4]; } a[i] = 0;");
  CHECK(for_lens("float* p = q; p[i] = 0; static int s[2]; s[i];") ==
        "float* p = q; p[i] = 0; static int s[2]; s[i];");
}
