#include "driver/explain/explain_markdown.hpp"

#include <doctest/doctest.h>

#include "tests/driver/explain_example.hpp"

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

TEST_CASE("a hazard is said with its lines, and once") {
  const Hazard race{"race-shared", "turn", {"one.cu", 2}, {"one.cu", 1}, "", 3};
  CHECK(counters_markdown({{}, {}, {race, race}}, source) == "Hazards: race-shared (lines 2 and 1).\n");
}

TEST_CASE("the program's own lines come before its headers', wherever the compiler found those") {
  Kernel made = kernel("turn<float>", 1);
  made.lines[0].file = "/build/../ch01_one/a.hpp";
  made.lines[1].file = "ch01_one/turn.cu";
  const std::string text = counters_markdown({{made}, {}, {}}, source);
  CHECK(text.find("| turn.cu:2 | shared store") < text.find("| a.hpp:2 | global load"));
  CHECK(text.find("| a.hpp:2 | global load") != std::string::npos);
}
