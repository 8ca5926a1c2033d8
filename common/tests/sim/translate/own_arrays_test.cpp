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
        "float a[4]; a[::cudasim::own_index<decltype(a), 0>(i)] = a[1];");
  CHECK(for_lens("const S a[2][3] = {}; f(a[i][1], a[0][i]);") ==
        "const S a[2][3] = {}; f(a[::cudasim::own_index<decltype(a), 0>(i)][1], "
        "a[0][::cudasim::own_index<decltype(a), 1>(i)]);");
}

TEST_CASE("anything but an own array, and the address of one, is left unchanged") {
  CHECK(for_lens("float a[4]; p = &a[i]; b.a[i] = c->a[i];") == "float a[4]; p = &a[i]; b.a[i] = c->a[i];");
  CHECK(for_lens("{ float a[4]; } a[i] = 0;") == "{ float a[4]; } a[i] = 0;");
  CHECK(for_lens("float* p = q; p[i] = 0; static int s[2]; s[i];") ==
        "float* p = q; p[i] = 0; static int s[2]; s[i];");
}
