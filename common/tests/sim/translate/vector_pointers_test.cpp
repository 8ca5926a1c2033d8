#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

std::string for_lens(std::string_view body) {
  cudasim::translate::SharedMacros macros;
  cudasim::translate::Surroundings surroundings;
  surroundings.for_lens = true;
  const std::string before = "__global__ void k(const double2* __restrict__ in, float4* out, int i) {";
  const std::string text =
      cudasim::translate::translate(before + std::string(body) + "}", surroundings, macros).text;
  const std::string begin = before + " CUDASIM_HOLD_RESTRICT(in, out, \"'in' and 'out'\");";
  const std::size_t after = text.find(begin) + begin.size();
  return text.substr(after, text.size() - after - 1);
}

}  // namespace

TEST_CASE("pointers to vectors are checked where their members are accessed together") {
  CHECK(for_lens("y = in[i].x + in[i].y;") == "y = ::cudasim::whole_vector<2, false>(in)[i].x + in[i].y;");
  CHECK(for_lens("out->x = 1; out->y = 2;") == "::cudasim::whole_vector<2, true>(out)->x = 1; out->y = 2;");
  CHECK(
      for_lens("const int2* const row = f(i); float a = row[1].y; a += row[1].x;") ==
      "const int2* const row = f(i); float a = ::cudasim::whole_vector<2, false>(row)[1].y; a += row[1].x;");
  CHECK(for_lens("auto* row = reinterpret_cast<const int2*>(p); y = row->x * row->y;") ==
        "auto* row = reinterpret_cast<const int2*>(p); y = ::cudasim::whole_vector<2, false>(row)->x * "
        "row->y;");
  CHECK(for_lens("f(reinterpret_cast<float2*>(p)[i].x, reinterpret_cast<float2*>(p)[i].y);") ==
        "f(::cudasim::whole_vector<2, false>(reinterpret_cast<float2*>(p))[i].x, "
        "reinterpret_cast<float2*>(p)[i].y);");
}

TEST_CASE("pointers to vectors are checked where a whole vector is accessed") {
  CHECK(for_lens("double2 v = in[i];") == "double2 v = ::cudasim::whole_vector<0, false>(in)[i];");
  CHECK(for_lens("*out = y;") == "*::cudasim::whole_vector<0, true>(out) = y;");
  CHECK(for_lens("if (i) *out = f(*in);") ==
        "if (i) *::cudasim::whole_vector<0, true>(out) = f(*::cudasim::whole_vector<0, false>(in));");
  CHECK(for_lens("y = *(const float4*)&x.a[i] + *((float4*)x + i);") ==
        "y = *::cudasim::whole_vector<0, false>((const float4*)&x.a[i]) + *::cudasim::whole_vector<0, "
        "false>(((float4*)x + i));");
  CHECK(for_lens("((int4*)p)[i] = y; *reinterpret_cast<int2*>(p) = y;") ==
        "::cudasim::whole_vector<0, true>(((int4*)p))[i] = y; *::cudasim::whole_vector<0, "
        "true>(reinterpret_cast<int2*>(p)) = y;");
  for (const char* before : {"struct alignas(16) V { int a; };", "typedef struct __align__(16) { int a; } V;",
                             "struct V { alignas(16) int a; };", "union V { int a[2]; double b; };"})
    CHECK(for_lens("} " + std::string(before) + " __device__ V g(const V* p) { return p[0]; } void f() {")
              .find("return ::cudasim::whole_vector<0, false>(p)[0]") != std::string::npos);
}

TEST_CASE("elements of an array are members of a class with an alignment") {
  const auto body = [](const std::string& code) {
    return for_lens("} struct alignas(8) V { float of[2]; }; __device__ float g(const V* p, int i) { " +
                    code + " } void f() {");
  };
  CHECK(body("return p->of[0] + p->of[1];").find("whole_vector<2, false>(p)->of[") != std::string::npos);
  CHECK(body("return p[i].of[i];").find("whole_vector<2, false>(p)[i].of[") != std::string::npos);
  CHECK(body("return p->of[0] + p[1].of[1];").find("whole_vector") == std::string::npos);
}

TEST_CASE("whole vectors of a macro's body are checked") {
  CHECK(for_lens("}\n#define FETCH(p) (reinterpret_cast<float4*>(&(p))[0])\nvoid f() {")
            .find("(::cudasim::whole_vector<0, false>(reinterpret_cast<float4*>(&(p)))[0])") !=
        std::string::npos);
}

TEST_CASE(
    "single members, addresses, declarations, arrays of vectors, other pointers and calls are left "
    "unchanged") {
  for (const char* body :
       {"y = in[i].x + in[i + 1].y;", "a[0] = in[i].x; a[1] = in[i].y;", "y = in[i].x; { z = in[i].y; }",
        "y = (*in).x + f(&in[i]);", "float4 *a, *b[2]; const float4* c = *in++;", "f((float4*)p, 3);",
        "float4 a[2]; y = a[0].x + a[0].y;", "Pair* p = q; y = p[i].x + p[i].y + a.in[0].x + a.in[0].y;",
        "y = in[i].f() + in[i].g();"})
    CHECK(for_lens(body) == body);
}

TEST_CASE("a template's type and an alias of a vector's count as vectors") {
  const auto with = [](const std::string& before) {
    return for_lens("} " + before + " __device__ float g(const V* p) { return p[0].x + p[0].y; } void f() {");
  };
  for (const char* before :
       {"template <class V>", "template <int n, typename V>", "using V = float2;", "typedef float2 V;"})
    CHECK(with(before).find("::cudasim::whole_vector<2, false>(p)[0].x") != std::string::npos);
  CHECK(with("using V = Pair;").find("whole_vector") == std::string::npos);
}

TEST_CASE("host code is left unchanged") {
  cudasim::translate::SharedMacros macros;
  cudasim::translate::Surroundings surroundings;
  surroundings.for_lens = true;
  const std::string host = "float f(const float4* p) { return p[1].x + p[1].y; }";
  CHECK(cudasim::translate::translate(host, surroundings, macros).text == host);
}
