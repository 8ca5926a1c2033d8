#include "marking/contract.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/temporary_folder.hpp"

using namespace tutorial::marking;

namespace {

class ContractFile {
  tutorial::TemporaryFolder temporary_;

 public:
  const std::filesystem::path file = temporary_ / "contract.json";
  std::vector<Exercise> exercises;

  explicit ContractFile(const std::string& content) : exercises(2) {
    std::ofstream(file) << content;
    exercises[0].name = "guard_tail";
    exercises[1].name = "tile";
    for (Exercise& each : exercises)
      each.points = {{Part::compiles, 10}, {Part::right, 40}, {Part::safe, 25}, {Part::good, 25}};
  }

  std::string complaint() {
    try {
      apply_contracts(exercises, file);
    } catch (const ExerciseError& error) {
      const std::string text = error.what();
      CHECK(text.find('\n') == std::string::npos);
      CHECK(text.find("contract.json") != std::string::npos);
      CHECK(exercises[0].points.at(Part::good) == 25);
      CHECK(exercises[0].changes.empty());
      return text;
    }
    return "nothing";
  }
};

/// What is said of one item of guard_tail's contract.
std::string said_of(const std::string& item) {
  const std::string text = ContractFile("{\"guard_tail\": {\"contract\": [" + item + "]}}").complaint();
  const std::string start = "guard_tail: item 1 of the contract: ";
  const std::size_t at = text.find(start);
  return at == std::string::npos ? text : text.substr(at + start.size());
}

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a file changes points, the contract, or both, of the exercises that it names") {
  ContractFile file(
      R"({"tile": {"points": {"compiles": 5, "right": 60, "safe": 22.5, "good": 12.5},
                   "contract": [{"counter": "launches", "at_most": 2, "say": "two"},
                                {"counter": "sectors_per_request", "of": "global load", "kernel": "k", "at_most": 4.5,
                                 "sectors_at_most": 100, "say": "s"}]}})");
  apply_contracts(file.exercises, file.file);
  const Exercise& tile = file.exercises[1];
  CHECK(tile.points.at(Part::right) == 60);
  CHECK(tile.points.at(Part::good) == 12.5);
  REQUIRE(tile.contract.size() == 2);
  CHECK(tile.contract[0].counter == "launches");
  CHECK(*tile.contract[0].at_most == 2);
  CHECK(tile.contract[1].kernel == "k");
  CHECK(*tile.contract[1].sectors_at_most == 100);
  CHECK_FALSE(tile.changes.empty());
  CHECK(file.exercises[0].changes.empty());
  CHECK(file.exercises[0].points.at(Part::right) == 40);

  ContractFile empty(R"({"tile": {"contract": []}})");
  empty.exercises[1].contract.resize(3);
  apply_contracts(empty.exercises, empty.file);
  CHECK(empty.exercises[1].contract.empty());
  CHECK(empty.exercises[1].points.at(Part::right) == 40);
}

TEST_CASE("a faulty contract file gives one line that names the exercise and the item") {
  CHECK(has(ContractFile("{").complaint(), "parse error"));
  CHECK(has(ContractFile("[]").complaint(), "is no object of exercises"));
  CHECK(has(ContractFile(R"({"tyle": {}})").complaint(), "there is no exercise 'tyle'. Did you mean tile?"));
  CHECK(has(ContractFile(R"({"tile": {}})").complaint(), "tile: neither points nor contract"));
  CHECK(has(ContractFile(R"({"tile": {"point": {}}})").complaint(), "no key 'point'. Did you mean points?"));
  CHECK(has(ContractFile(R"({"tile": {"points": {"compiles": 10, "right": 40, "safe": 25}}})").complaint(),
            "points of good are missing"));
  CHECK(has(ContractFile(R"({"tile": {"points": {"compiles": 10, "right": 40, "safe": 25, "good": 26}}})")
                .complaint(),
            "points must sum to 100, not 101"));
  CHECK(has(ContractFile(R"({"tile": {"points": {"compiles": 135, "right": -60, "safe": 0, "good": 25}}})")
                .complaint(),
            "right is no number from 0 on"));
  ContractFile required(R"({"tile": {"points": {"compiles": 0, "right": 0, "safe": 0, "good": 100}}})");
  apply_contracts(required.exercises, required.file);
  CHECK(required.exercises[1].points.at(Part::good) == 100);
  CHECK(has(ContractFile(R"({"tile": {"points": {"tidy": 1}}})").complaint(), "there is no part 'tidy'"));
  CHECK(has(ContractFile(R"({"tile": {"contract": {}}})").complaint(), "tile: contract is no list"));
  ContractFile both(
      R"({"guard_tail": {"points": {"compiles": 1, "right": 1, "safe": 1, "good": 97}}, "tile": {}})");
  CHECK(has(both.complaint(), "tile: neither"));
  ContractFile missing("");
  std::filesystem::remove(missing.file);
  CHECK(has(missing.complaint(), "cannot read"));
}

TEST_CASE("a file that is nested without end is refused") {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  CHECK(has(ContractFile(R"({"tile": {"contract": [{"say": )" + deep + "}]}}").complaint(),
            "nested more than 64 levels"));
}

TEST_CASE("an item of a contract is a counter of the lens with one limit and a sentence") {
  CHECK(said_of("3") == "it is no object");
  CHECK(said_of(R"({"counter": "launchez", "at_most": 1, "say": "s"})") ==
        "there is no counter of kernels 'launchez'. Did you mean launches?");
  CHECK(has(said_of(R"({"counter": "sectors", "at_most": 1, "say": "s"})"), "sectors needs \"of\""));
  CHECK(has(said_of(R"({"counter": "launches", "of": "global", "at_most": 1, "say": "s"})"),
            "there is no counter of accesses 'launches'"));
  CHECK(has(said_of(R"({"counter": "sectors", "of": "local load", "at_most": 1, "say": "s"})"),
            "there is no kind of access 'local load'"));
  CHECK(said_of(R"({"counter": "launches", "at_most": 1})") == "say is missing: what a learner reads");
  CHECK(said_of(R"({"counter": "launches", "say": "s"})") == "it needs either at_most or at_least");
  CHECK(said_of(R"({"counter": "launches", "at_most": 1, "at_least": 1, "say": "s"})") ==
        "it needs either at_most or at_least");
  CHECK(said_of(R"({"counter": "launches", "at_most": "1", "say": "s"})") ==
        "at_most is no number from 0 on");
  CHECK(said_of(R"({"counter": "launches", "at_most": 1, "say": 5})") == "say is no text");
  CHECK(has(said_of(R"({"counter": "launches", "at_mots": 1, "say": "s"})"),
            "no key 'at_mots'. Did you mean at_most"));
  CHECK(has(
      said_of(R"({"counter": "sectors", "of": "global", "at_most": 1, "sectors_at_most": 1, "say": "s"})"),
      "sectors_at_most is only allowed with sectors_per_request"));
  CHECK(has(
      said_of(R"({"counter": "accesses", "of": "shared", "at_most": 1, "carries": "values", "say": "s"})"),
      "carries is only allowed with at_least of accesses to shared memory"));
  CHECK(has(
      said_of(R"({"counter": "accesses", "of": "shared", "at_least": 1, "carries": "bytes", "say": "s"})"),
      "carries is neither \"values\" nor \"elements\""));
  CHECK(has(said_of(R"({"counter": "blocks", "at_least": 1, "shrinks": true, "say": "s"})"),
            "shrinks is only allowed with at_most"));
}
