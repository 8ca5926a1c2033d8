#include "marking/instructor/similarity.hpp"

#include <doctest/doctest.h>

#include <string>

#include "marking/instructor/tokens.hpp"

using namespace tutorial::instructor;

namespace {

std::string texts(const std::string& source) {
  std::string all;
  for (const Token& token : normalised_tokens(source)) all += (all.empty() ? "" : " ") + token.text;
  return all;
}

/// Some 20 lines whose structure depends on `kind` throughout.
std::string program(unsigned kind, const std::string& name = "value") {
  std::string text = "#include <cuda_runtime.h>\n__global__ void kernel(float* " + name + ", int n) {\n";
  for (int line = 0; line < 20; ++line) {
    kind = kind * 1103515245 + 12345;
    switch (kind >> 16 & 7) {
      case 0: text += "  if (" + name + "[n] > 3) return;\n"; break;
      case 1: text += "  for (int k = 0; k < n; ++k) " + name + "[k] += 1;\n"; break;
      case 2: text += "  " + name + "[0] = n * 2 - 7;\n"; break;
      case 3: text += "  while (n & 1) n >>= 1;\n"; break;
      case 4: text += "  " + name + "[n] = n == 4 ? 1.0f : -2.0f;\n"; break;
      case 5: text += "  { float other = " + name + "[1]; n ^= int(other); }\n"; break;
      case 6: text += "  do { --n; } while (n > 17 || !n);\n"; break;
      default: text += "  __syncthreads();\n"; break;
    }
  }
  return text + "}\n";
}

const std::string shout = "// all mine\n/* really\n   mine */\n";

}  // namespace

TEST_CASE(
    "identifiers and literals are folded; comments, whitespace and includes are dropped; keywords and "
    "operators stay") {
  CHECK(texts("#include <x.h>\nint a_1 = 0x1Fu + 1.5e-3f; // c\nif (b<<=2) /* d */ s = \"q\\\"q\" 'c';") ==
        "int i = 0 + 0 ; if ( i <<= 0 ) i = s s ;");
  CHECK(texts("k<<<g, b>>>(x->y)") == "i <<< i , i >>> ( i -> i )");
  CHECK(texts("R\"(a \" b)\" z") == "s i");
  CHECK(normalised_tokens("a\n/*\n*/ b \"x\n c")[1].line == 3);
}

TEST_CASE("what is no C++ does not stop it") {
  for (const char* text : {"", "\"", "'\\", "/*", "R\"(", "R\"", "#include", "\xFF\xFE", "1e+", ".", "\\"})
    CHECK_NOTHROW(fingerprints(text));
}

TEST_CASE("a copy with other names, numbers, comments and layout is found, with its lines") {
  std::string copy = program(1, "different");
  for (std::size_t at = 0; (at = copy.find('7', at)) != std::string::npos;) copy[at] = '9';
  const std::vector<Compared> files = {{"ada", program(1)}, {"bob", program(2)}, {"eve", shout + copy}};
  const auto pairs = similar_pairs(files, "", 0.6);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].a == 0);
  CHECK(pairs[0].b == 2);
  CHECK(pairs[0].share == doctest::Approx(1));
  CHECK(pairs[0].a_lines.front().first <= 4);
  CHECK(pairs[0].a_lines.back().last >= 20);
  CHECK(pairs[0].b_lines.front().first == pairs[0].a_lines.front().first + 3);
  const std::string text = similarity_text("tile", files, pairs, 0.6);
  CHECK(text.find("a hint where to look, not a verdict") != std::string::npos);
  CHECK(text.find("100 %  ada") != std::string::npos);
}

TEST_CASE("padding a copy with other code does not hide it") {
  const auto pairs =
      similar_pairs({{"ada", program(1)}, {"eve", program(5) + program(1) + program(6)}}, "", 0.6);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].share > 0.95);
}

TEST_CASE("what both have from the starter does not count") {
  const std::string starter = program(3);
  CHECK(similar_pairs({{"ada", starter}, {"bob", starter}}, starter, 0.1).empty());
  CHECK(similar_pairs({{"ada", starter + program(1)}, {"bob", starter + program(2)}}, starter, 0.6).empty());
  CHECK(similar_pairs({{"ada", starter + program(1)}, {"bob", starter + program(1)}}, starter, 0.6).size() ==
        1);
}

TEST_CASE("what more than ten wrote alike does not count") {
  std::vector<Compared> files;
  for (int i = 0; i < 10; ++i) files.push_back({"s", program(1)});
  CHECK(similar_pairs(files, "", 0.6).size() == 45);
  files.push_back({"s", program(1)});
  CHECK(similar_pairs(files, "", 0.6).empty());
}

TEST_CASE("a shared run of shared_tokens tokens is found wherever it stands") {
  std::string run;
  for (std::size_t i = 0; i < shared_tokens; ++i)
    run += i % 3 == 0 ? "+ " : i % 5 == 0 ? "if " : i % 7 == 0 ? "[ " : "; ";
  for (unsigned shift = 0; shift < 8; ++shift) {
    const Fingerprints a = fingerprints(std::string(shift, '-') + program(1) + run + program(2));
    const Fingerprints b = fingerprints(program(3) + std::string(shift, '!') + run + program(4));
    bool shared = false;
    for (const auto& [hash, lines] : a) shared = shared || b.count(hash) > 0;
    CHECK(shared);
  }
}
