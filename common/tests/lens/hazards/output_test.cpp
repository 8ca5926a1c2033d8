// The list of hazards: folding, JSON and text.
#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/lens/report/hazards.hpp"

using namespace cudasim::lens;

namespace {

Hazard sample() {
  return {"race-shared",
          "dot",
          {"dot.cu", 31, Index{0, 0, 0}, Index{1, 2, 3}},
          {"dot.cu", 27, Index{128, 0, 0}, Index{1, 2, 3}},
          "Thread (0,0,0) reads. Usual cause: none.",
          1};
}

}  // namespace

TEST_CASE("repeats are folded") {
  clear_hazards();
  add_hazard(sample());
  Hazard again = sample();
  again.first.thread = Index{7, 0, 0};
  SUBCASE("of the same lines, whatever the threads") {
    add_hazard(again);
    REQUIRE(hazards().size() == 1);
    CHECK(hazards()[0].times == 2);
  }
  SUBCASE("of the same lines the other way round") {
    std::swap(again.first, again.second);
    add_hazard(again);
    CHECK(hazards().size() == 1);
  }
  SUBCASE("not of other lines") {
    again.first.line = 32;
    add_hazard(again);
    CHECK(hazards().size() == 2);
  }
  SUBCASE("not of other kernels") {
    again.kernel = "dot2";
    add_hazard(again);
    CHECK(hazards().size() == 2);
  }
  clear_hazards();
}

TEST_CASE("JSON as in the design") {
  clear_hazards();
  CHECK(to_json(cudasim::lens::hazards()) == "[]");
  add_hazard(sample());
  add_hazard({"leak", "", {"dot.cu", 40, {}, {}}, {}, "\"quoted\"\n", 1});
  const auto json = nlohmann::json::parse(to_json(cudasim::lens::hazards()));
  REQUIRE(json.size() == 2);
  CHECK(json[0]["kind"] == "race-shared");
  CHECK(json[0]["kernel"] == "dot");
  CHECK(json[0]["first"]["line"] == 31);
  CHECK(json[0]["first"]["block"] == nlohmann::json({1, 2, 3}));
  CHECK(json[0]["second"]["thread"] == nlohmann::json({128, 0, 0}));
  CHECK(json[1]["first"]["thread"].is_null());
  CHECK(json[1]["text"] == "\"quoted\"\n");
  clear_hazards();
}

TEST_CASE("causes are reported before what follows from them, leaks last, and notes apart") {
  clear_hazards();
  for (const char* kind :
       {"leak", "race-shared", "fetch-out-of-range", "host-access", "unchecked-error", "misaligned"}) {
    Hazard hazard = sample();
    hazard.kind = kind;
    add_hazard(hazard);
  }
  std::string order;
  for (const Hazard& each : hazards()) order += each.kind + " ";
  CHECK(order == "misaligned unchecked-error host-access race-shared leak ");
  CHECK(notes().size() == 1);
  clear_hazards();
}

TEST_CASE("text for standard error") {
  clear_hazards();
  CHECK(hazards_text() == "");
  add_hazard(sample());
  add_hazard(sample());
  CHECK(hazards_text() ==
        "1 hazard\n"
        "dot.cu:31:1: warning: race-shared in kernel dot, dot.cu:31 and dot.cu:27, seen 2 times\n"
        "  Thread (0,0,0) reads. Usual cause: none.\n");
  clear_hazards();
}

TEST_CASE("on a narrow terminal the first line of a hazard with a long path breaks after the kind") {
  setenv("COLUMNS", "60", 1);
  clear_hazards();
  Hazard hazard = sample();
  hazard.first.file = "a/rather/long/folder/of/programs/dot.cu";
  add_hazard(hazard);
  const std::string broken = hazards_text();
  clear_hazards();
  add_hazard(sample());
  const std::string whole = hazards_text();
  unsetenv("COLUMNS");
  clear_hazards();
  CHECK(broken ==
        "1 hazard\n"
        "a/rather/long/folder/of/programs/dot.cu:31:1: warning: race-shared\n"
        "  in kernel dot\n"
        "  Thread (0,0,0) reads. Usual cause: none.\n");
  CHECK(whole ==
        "1 hazard\n"
        "dot.cu:31:1: warning: race-shared in kernel dot\n"
        "  Thread (0,0,0) reads. Usual cause: none.\n");
}
