#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

std::string marked(const std::string& call) {
  return "::cudasim::DroppedResult(\"" + call.substr(0, call.find_first_of("<(")) + "\"), " + call;
}

std::string in_function(const std::string& body) { return "void f() { " + body + " }"; }

}  // namespace

TEST_CASE("a runtime call that is a whole statement is marked") {
  CHECK(translated(in_function("cudaFree(p);")) == in_function(marked("cudaFree(p);")));
  CHECK(translated(in_function("x = 1; cudaMemcpy(a, b, n, k); y();")) ==
        in_function("x = 1; " + marked("cudaMemcpy(a, b, n, k);") + " y();"));
  CHECK(translated(in_function("if (a) cudaFree(a); else cudaFree(b);")) ==
        in_function("if (a) " + marked("cudaFree(a);") + " else " + marked("cudaFree(b);")));
  CHECK(translated(in_function("cudaMalloc<int>(&p, 4);")) == in_function(marked("cudaMalloc<int>(&p, 4);")));
  CHECK(translated(in_function("::cudaFree(p);")) ==
        in_function("::cudasim::DroppedResult(\"cudaFree\"), ::cudaFree(p);"));
  CHECK(translated("#define END(p) do { cudaFree(p); } while (0)\n") ==
        "#define END(p) do { " + marked("cudaFree(p);") + " } while (0)\n");
}

TEST_CASE("a runtime call whose result is used, or cast to void, stays as it is") {
  CHECK(unchanged(in_function("e = cudaFree(p); return cudaFree(q);")));
  CHECK(
      unchanged(in_function("if (cudaFree(p) != cudaSuccess) g(); CHECK(cudaFree(p)); (void)cudaFree(p);")));
  CHECK(unchanged(in_function("cudaFree(p) == cudaSuccess || g(); g(p), cudaFree(p);")));
  CHECK(unchanged(in_function("cudaError_t all[] = {cudaFree(a), cudaFree(b)};")));
  CHECK(unchanged("#define END(p) cudaFree(p);\n"));
}

TEST_CASE("calls that ask for an error, and functions of the user's own, are not marked") {
  CHECK(unchanged(in_function("cudaGetLastError(); cudaStreamQuery(s); cudaEventQuery(e);")));
  CHECK(unchanged(
      in_function("cudaCheckErrors(x); cudaSafeCall(cudaFree(p)); pool.cudaFree(p); own::cudaFree(p);")));
}

TEST_CASE("declarations are not calls") {
  CHECK(unchanged("extern \"C\" int cudaFree(void* p);\nstruct S { int cudaFree(void*); };\n"));
}
