#include "driver/explain/explain_markdown.hpp"

#include <doctest/doctest.h>

#include "tests/driver/explain_example.hpp"
#include "tutorial/errors.hpp"

using namespace tutorial::driver::lens;

namespace {

Source source(const std::string& file) {
  return {"ch01_one/" + file, {"__global__ void turn() {", "  tile[y] = in[a || b ? y : x];  // rows", "}"}};
}

Kernel kernel(const std::string& name, unsigned degree) {
  Kernel made;
  made.name = name;
  made.blocks = 4;
  made.barriers = 8;
  made.lines = {example::global(2, "load", 28.5556, 4, example::stride(4, 4096)),
                example::shared(2, "store", degree, example::stride(4, 4))};
  return made;
}

}  // namespace

TEST_CASE("a page's table has a row for each access, and a line's code once") {
  CHECK(counters_markdown({{kernel("turn<float>", 1)}, {}, {}}, source) ==
        "| line | access | sectors (minimum) | conflict | code |\n"
        "| ---: | --- | ---: | ---: | --- |\n"
        "| 2 | global load | 28.6 (4) | - | `tile[y] = in[a \\|\\| b ? y : x];` |\n"
        "| 2 | shared store | - | 1 |  |\n"
        "\n"
        "Barriers per block: 2. No hazards.\n");
}

TEST_CASE("kernels share the rows in which they agree, and are named in the others") {
  const std::string text = counters_markdown(
      {{kernel("turn<ch01::Wide<32> >", 32), kernel("turn<ch01::Wide<33> >", 1)}, {}, {}}, source);
  CHECK(text.find("| 2 | global load | 28.6 (4) | - | `tile[y] = in[a \\|\\| b ? y : x];` | all |\n"
                  "| 2 | shared store | - | 1 |  | `turn<Wide<33>>` |\n"
                  "| 2 | shared store | - | 32 |  | `turn<Wide<32>>` |\n") != std::string::npos);
}

TEST_CASE("counters_beside_code puts counters into comments, with letters for kernels that differ") {
  Kernel wide = kernel("turn<Wide<32> >", 32);
  const Report report{{wide, kernel("turn<Wide<33> >", 1)},
                      {{"race-shared", "turn", {"one.cu", 3}, {}, "", 1}}};
  for (const Kernel& made : report.kernels) CHECK(made.lines[0].file == "one.cu");
  CHECK(counters_beside_code(report, source, {{"ch01_one/one.cu", {2, 3}}}) ==
        "```cuda\n"
        "  tile[y] = in[a || b ? y : x];  // rows\n"
        "  // → load 28.6/4; shared store a; shared store, 32-way conflict b\n"
        "  // → lane i reads 4096 bytes away from lane i+1: 32 sectors per request, minimum 4\n"
        "  // → up to 1 different words lie in one bank, which serves one at a time\n"
        "}  // → race-shared\n"
        "```\n\n"
        "a: `turn<Wide<33>>`; b: `turn<Wide<32>>`.\n\n"
        "Barriers per block: 2. Hazards: race-shared (line 3).\n");
}

TEST_CASE("counters_beside_code ignores accesses outside the code, and refuses code without any") {
  Kernel made = kernel("turn<float>", 1);
  made.lines[1].line = 3;
  const std::string text = counters_beside_code({{made}, {}}, source, {{"ch01_one/one.cu", {2}}});
  CHECK(text.find("// → load 28.6/4\n") != std::string::npos);
  CHECK(text.find("shared store") == std::string::npos);
  CHECK_THROWS_AS(counters_beside_code({{made}, {}}, source, {{"ch01_one/one.cu", {1}}}), tutorial::Failure);
  CHECK_THROWS_AS(counters_beside_code({{made}, {}}, source, {{"ch01_one/two.cu", {2}}}), tutorial::Failure);
}

TEST_CASE("counters_beside_code puts a comment after its line if it fits, otherwise below it") {
  Kernel made = kernel("turn<float>", 1);
  made.lines = {example::global(1, "load", 4, 4, example::stride(4, 4))};
  const auto text = [&](std::size_t length) {
    const std::string line = "  " + std::string(length, 'x');
    return counters_beside_code({{made}, {}},
                                [&](const std::string&) {
                                  return Source{"one.cu", {line, "  }"}};
                                },
                                {{"one.cu", {1, 2}}});
  };
  CHECK(text(80).find("x  // → load 4/4\n}") != std::string::npos);
  CHECK(text(90).find("x\n// → load 4/4\n}") != std::string::npos);
}

TEST_CASE("a hazard is shown once, with its lines") {
  const Hazard race{"race-shared", "turn", {"one.cu", 2}, {"one.cu", 1}, "", 3};
  CHECK(counters_markdown({{}, {race, race}, {}}, source) == "Hazards: race-shared (lines 2 and 1).\n");
}

TEST_CASE("the program's own lines come before its headers', wherever the compiler found those") {
  Kernel made = kernel("turn<float>", 1);
  made.lines[0].file = "/build/../ch01_one/a.hpp";
  made.lines[1].file = "ch01_one/turn.cu";
  const std::string text = counters_markdown({{made}, {}, {}}, source);
  CHECK(text.find("| turn.cu:2 | shared store") < text.find("| a.hpp:2 | global load"));
  CHECK(text.find("| a.hpp:2 | global load") != std::string::npos);
}
