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
        "| line | access | sectors (ideal) | conflict | code |\n"
        "| ---: | --- | ---: | ---: | --- |\n"
        "| 2 | global load | 28.6 (4) | - | `tile[y] = in[a \\|\\| b ? y : x];` |\n"
        "| 2 | shared store | - | 1 |  |\n"
        "\n"
        "Barriers a block: 2. No hazards.\n");
}

TEST_CASE("kernels share the rows in which they agree, and are named in the others") {
  const std::string text = counters_markdown(
      {{kernel("turn<ch01::Wide<32> >", 32), kernel("turn<ch01::Wide<33> >", 1)}, {}, {}}, source);
  CHECK(text.find("| 2 | global load | 28.6 (4) | - | `tile[y] = in[a \\|\\| b ? y : x];` | all |\n"
                  "| 2 | shared store | - | 1 |  | `turn<Wide<33>>` |\n"
                  "| 2 | shared store | - | 32 |  | `turn<Wide<32>>` |\n") != std::string::npos);
}

TEST_CASE("counters stand beside the code, and kernels that differ have letters") {
  Kernel wide = kernel("turn<Wide<32> >", 32);
  wide.barriers_by_line = {{"one.cu", 3, "__syncthreads", 8}};
  const Report report{{wide, kernel("turn<Wide<33> >", 1)},
                      {{"race-shared", "turn", {"one.cu", 3}, {}, "", 1}}};
  for (const Kernel& made : report.kernels) CHECK(made.lines[0].file == "one.cu");
  CHECK(counters_beside_code(report, source, {{"ch01_one/one.cu", {2, 3}}}) ==
        "```text\n"
        "access           sectors conflict    line\n"
        "global load     28.6 / 4                2 │   tile[y] = in[a || b ? y : x];  // rows\n"
        "shared store                 none a       │\n"
        "shared store               32-way b       │\n"
        "  → lane i reads 4096 bytes away from lane i+1: 32 sectors for one request, 4 would do\n"
        "  → up to 1 different words lie in one bank, which serves one at a time\n"
        "__syncthreads × 8                       3!│ }\n"
        "```\n\n"
        "a: `turn<Wide<33>>`; b: `turn<Wide<32>>`.\n\n"
        "Barriers a block: 2. Hazards: race-shared (line 3).\n");
}

TEST_CASE("accesses outside of the code have a table, and code without any is refused") {
  Kernel made = kernel("turn<float>", 1);
  made.lines[1].line = 3;
  const std::string text = counters_beside_code({{made}, {}}, source, {{"ch01_one/one.cu", {2}}});
  CHECK(text.find("global load     28.6 / 4                2 │ tile[y]") != std::string::npos);
  CHECK(text.find("Accesses elsewhere:\n\n| line | access | sectors (ideal) | conflict | code |\n"
                  "| ---: | --- | ---: | ---: | --- |\n| 3 | shared store | - | 1 | `}` |\n") !=
        std::string::npos);
  CHECK_THROWS_AS(counters_beside_code({{made}, {}}, source, {{"ch01_one/one.cu", {1}}}), tutorial::Failure);
  CHECK_THROWS_AS(counters_beside_code({{made}, {}}, source, {{"ch01_one/two.cu", {2}}}), tutorial::Failure);
}

TEST_CASE("a line that is not of the file whose code is shown says its file") {
  Kernel made = kernel("turn<float>", 1);
  made.lines[1].file = "two.cuh";
  const std::string text = counters_beside_code({{made}, {}}, source, {{"ch01_one/one.cu", {2}}});
  CHECK(text.find("| two.cuh:2 | shared store | - | 1 |") != std::string::npos);
}

TEST_CASE("a hazard is said with its lines, and once") {
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
