#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

const std::string mark = "::cudasim::matrix_instruction(); ";

std::string for_lens(const std::string& source) {
  cudasim::translate::Surroundings surroundings;
  surroundings.for_lens = true;
  cudasim::translate::SharedMacros macros;
  return cudasim::translate::translate(source, surroundings, macros).text;
}

std::string kernel(const std::string& body) { return "__global__ void k(float sum) {\n" + body + "\n}\n"; }

/// A statement for tensor cores, and the statement after it.
std::string guarded(const std::string& behind) {
  return "f();\n#if __CUDA_ARCH__ >= 800\n asm(\"mma.sync.m16n8k8 %0;\" : \"+f\"(sum));\n" + behind;
}

}  // namespace

TEST_CASE("matrix instructions: their replacement is marked once") {
  CHECK(for_lens(kernel(guarded("#else\nsum = 2;\nsum = 3;\n#endif"))) ==
        kernel(guarded("#else\n" + mark + "sum = 2;\nsum = 3;\n#endif")));
  CHECK(for_lens(kernel(guarded("asm(\"wmma.mma.sync;\");\nreturn;\n#endif\nsum = 3;"))) ==
        kernel(guarded("asm(\"wmma.mma.sync;\");\nreturn;\n#endif\n" + mark + "sum = 3;")));
  const std::string region = "#ifdef __CUDA_ARCH__\nasm(\"mma.sync;\");\nreturn;\n#endif\n";
  CHECK(for_lens(kernel(region + "{ f(); }")) == kernel(region + mark + "{ f(); }"));
}

TEST_CASE("matrix instructions: without the lens, in host code and outside of functions nothing is marked") {
  CHECK(unchanged(kernel(guarded("#else\nsum = 2;\n#endif"))));
  const std::string host = "void f() {\n" + guarded("#else\ng();\n#endif") + "\n}\n";
  CHECK(for_lens(host) == host);
  const std::string whole = "#if __CUDA_ARCH__ >= 800\n" + kernel("asm(\"mma.sync;\");") + "#else\n" +
                            kernel("sum = 2;") + "#endif\n";
  CHECK(for_lens(whole) == whole);
}

TEST_CASE("matrix instructions: other PTX, comments and other texts are no reason") {
  const std::string other =
      kernel("#ifdef __CUDA_ARCH__\nasm(\"bar.sync 0;\");  // mma.sync\nreturn;\n#endif\nsum = 2;");
  CHECK(for_lens(other) == other);
  const std::string text = kernel("printf(\"mma.sync\");\nsum = 2;");
  CHECK(for_lens(text) == text);
}

TEST_CASE("matrix instructions: no mark separates a condition from its statement") {
  const std::string of_if =
      kernel("if (sum > 1)\n#if __CUDA_ARCH__ >= 800\nasm(\"mma.sync;\");\n#else\nsum = 2;\n#endif");
  CHECK(for_lens(of_if) == of_if);
}
