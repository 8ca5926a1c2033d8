#include "tests/lens/corpus/expectations.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

using nlohmann::json;

namespace {

const std::string race =
    "// expect-hazard: race-shared a b\n"  // line 1
    "// allow-hazard: race-warp a\n"       // 2
    "// expect-exit: 1|3\n"                // 3
    "write();  // @a\n"                    // 4
    "read();  // @b\n";                    // 5
const std::string overrun =
    "// expect-hazard: out-of-bounds|host-access a b\n"
    "// expect-exit: 3\n"
    "read();  // @a\n"       // 3
    "allocate();  // @b\n";  // 4
const std::string right = "// expect-exit: 0\n";

json hazard(const std::string& kind, int first, int second, const std::string& file = "/some/where/x.cu") {
  return {{"kind", kind},
          {"first", {{"file", file}, {"line", first}}},
          {"second", {{"file", file}, {"line", second}}}};
}

json report(const std::vector<json>& hazards) {
  return {{"kernels", json::array({{{"name", "k"}}})}, {"hazards", hazards}};
}

/// The disagreements, one a line.
std::string said(const std::string& source, int exit, const json& what) {
  std::string lines;
  for (const std::string& line :
       corpus::disagreements(corpus::read_expectations(source), "corpus/x.cu", exit, what))
    lines += line + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a report with what was expected agrees") {
  CHECK(said(race, 1, report({hazard("race-shared", 4, 5)})) == "");
  CHECK(said(race, 3, report({hazard("race-shared", 5, 4)})) == "");  // neither side comes first
  CHECK(said(race, 3, report({hazard("race-shared", 4, 5), hazard("race-warp", 9, 4)})) == "");
  CHECK(said(overrun, 3, report({hazard("host-access", 3, 4)})) == "");
  CHECK(said(right, 0, report({})) == "");
}

TEST_CASE("every kind of difference is reported") {
  CHECK(said(race, 0, report({hazard("race-shared", 4, 5)})) == "exit code 0, wanted 1 or 3\n");
  CHECK(said(race, 3, report({})) == "not reported: race-shared a b (lines 4, 5)\n");
  CHECK(said(race, 3, report({hazard("race-global", 4, 5)})) ==
        "not reported: race-shared a b (lines 4, 5)\nfalse alarm: race-global x.cu:4 x.cu:5\n");
  CHECK(said(race, 3, report({hazard("race-shared", 4, 6)})) ==
        "not reported: race-shared a b (lines 4, 5)\nfalse alarm: race-shared x.cu:4 x.cu:6\n");
  CHECK(said(race, 3, report({hazard("race-shared", 4, 5), hazard("leak", 4, 0)})) ==
        "false alarm: leak x.cu:4 -\n");
  CHECK(said(race, 3, report({hazard("race-shared", 4, 5, "check.hpp")})) ==
        "not reported: race-shared a b (lines 4, 5)\nfalse alarm: race-shared check.hpp:4 check.hpp:5\n");
  // The access comes first, what it missed second.
  CHECK(
      said(overrun, 3, report({hazard("out-of-bounds", 4, 3)})) ==
      "not reported: out-of-bounds|host-access a b (lines 3, 4)\nfalse alarm: out-of-bounds x.cu:4 x.cu:3\n");
  CHECK(said(right, 0, report({hazard("leak", 1, 0)})) == "false alarm: leak x.cu:1 -\n");
}

TEST_CASE("the text of a hazard must contain the expected words") {
  const std::string source = "// expect-words: at barrier 1\n" + race;
  json told = hazard("race-shared", 5, 6);
  told["text"] = "Let both come at barrier 1.";
  CHECK(said(source, 3, report({told})) == "");
  told["text"] = "Let both come at barrier 2.";
  CHECK(said(source, 3, report({told})) == "no hazard is told with: at barrier 1\n");
  CHECK(said(source, 3, report({hazard("race-shared", 5, 6)})) == "no hazard is told with: at barrier 1\n");
  CHECK_THROWS(corpus::read_expectations("// expect-words: at barrier 1\n" + right));
}

TEST_CASE("a report that is missing or empty does not agree") {
  CHECK(said(right, 0, json()) == "the lens has written no report\n");
  CHECK(said(right, 0, json::parse("half a rep", nullptr, false)) == "the lens has written no report\n");
  CHECK(said(right, 0, {{"kernels", json::array()}, {"hazards", json::array()}}) ==
        "the lens has watched no kernel\n");
}

TEST_CASE("heads that mean nothing are refused") {
  for (const std::string head :
       {"", "// expect-exit: 0\n// expect-hazard: race-warp\n",
        "// expect-exit: 0|1\n// expect-hazard: none\n", "// expect-exit: 3\n",
        "// expect-exit: 3\n// allow-hazard: leak\n", "// expect-exit: 3\n// expect-hazard: rase-shared\n",
        "// expect-exit: 3\n// expect-hazard: leak a\n",
        "// expect-exit: 3\n// expect-hazard: leak a\nx  // @a\ny  // @a\n",
        "// expect-exit: 3\n// expect-hazard: leak a a a\nx  // @a\n",
        "// expect-exit: 1\n// expect-hazard: none\n// expect-hazard: leak\n"})
    CHECK_THROWS_AS(corpus::read_expectations(head), std::runtime_error);
  CHECK(corpus::read_expectations("// expect-exit: 1\n// expect-hazard: none\n").hazards.empty());
}
