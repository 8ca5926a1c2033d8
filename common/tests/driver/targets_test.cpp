#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>

#include "driver/bench/targets.hpp"
#include "support/files.hpp"
#include "tests/driver/example.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

namespace {

using driver::Verdict;
using example::row;
using State = driver::Verdict::State;

driver::Row named(const std::string& program, const std::string& variant, driver::Row made) {
  made.program = program;
  made.variant = variant;
  return made;
}

driver::Row peer(driver::Row made) {
  made.peer = true;
  return made;
}

/// The ladder ch08_transpose of the example: the copy takes 1 s, the fastest right rung 2 s, the peer 2.5 s.
driver::Results results() {
  driver::Results made;
  made.rows = {named("copy", "plain", row(1.0)),
               named("strided", "plain", row(4.0)),
               named("padded", "wide", row(2.0)),
               named("padded", "narrow", row(3.0)),
               named("padded", "no barrier", example::wrong(row(0.1))),
               named("padded", "library", peer(row(2.5))),
               named("padded", "wide", row(0.5, "1 K"))};
  return made;
}

Verdict verdict(const std::string& goal, const driver::Results& held) {
  const tutorial::TemporaryFolder folder;
  std::ofstream(folder / "targets.json") << "[" << goal << "]";
  const auto goals = driver::read_goals(folder / "targets.json");
  REQUIRE(goals.size() == 1);
  return driver::judge(example::manifest(), held, goals[0]);
}

Verdict verdict(const std::string& targets, const std::string& more = "") {
  static const driver::Results held = results();
  return verdict(
      R"({"work": "transpose", "sizes": ["1 M"], "types": ["float"], "ours": {"ladder": "ch08_transpose"},
                     "peer": {"variant": "library|lib"}, "reference": {"program": "copy"}, )" +
          more + R"("targets": [)" + targets + "]}",
      held);
}

std::string complaint(const std::string& entry) {
  try {
    verdict(entry, results());
  } catch (const tutorial::Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("ours is the fastest right row at that size: no peer, no ceiling, nothing wrong") {
  const Verdict found = verdict(R"({"of": "row", "at_least": 0.5})");
  CHECK(found.ours->variant == "wide");
  CHECK(*found.ours->median_s == 2.0);
  CHECK(found.peer->variant == "library");
  CHECK(found.state == State::met);
  CHECK(found.text == "met");
  CHECK(found.reached.at(0) == doctest::Approx(0.5));
}

TEST_CASE("a peer may come from outside of the tutorial, ours may not") {
  driver::Results held = results();
  held.rows.push_back(named("elsewhere", "a search", peer(row(1.5))));
  held.rows.push_back(named("elsewhere", "not a peer", row(0.1)));
  const Verdict found = verdict(
      R"({"work": "transpose", "sizes": ["1 M"], "types": ["float"], "ours": {}, "peer": {"program": "elsewhere"},
          "targets": [{"of": "peer's time", "at_most": 2}]})",
      held);
  REQUIRE(found.peer);
  CHECK(found.peer->variant == "a search");
  CHECK(found.ours->program == "padded");
}

TEST_CASE("a ladder's name, and a pattern of names, means its further ladder as well") {
  const tutorial::TemporaryFolder folder;
  std::ofstream(folder / "targets.json")
      << R"([{"work": "sum", "sizes": ["1 M"], "types": ["float"], "ours": {"ladder": "dot|sum"},
              "targets": [{"of": "seconds", "at_most": 1}]}])";
  driver::Results held;
  held.rows = {named("shuffle", "plain", row(2.0)), named("graph", "plain", row(1.0)),
               named("bands", "plain", row(0.1))};
  const driver::Manifest manifest = example::with_parts();
  const auto goals = driver::read_goals(folder / "targets.json");
  CHECK(driver::judge(manifest, held, goals.at(0)).ours->program == "graph");
}

TEST_CASE("a lead of at most 5% over the peer is a tie, and is called one") {
  const auto against = [](double peer_s, const char* bound) {
    driver::Results held;
    held.rows = {named("padded", "wide", row(2.0)), named("padded", "library", peer(row(peer_s)))};
    return verdict(
               fmt::format(
                   R"({{"work": "transpose", "sizes": ["1 M"], "types": ["float"], "ours": {{"variant": "wide"}},
                                   "peer": {{"variant": "library"}}, "targets": [{{"of": "peer's speed", "at_least": {}}}]}})",
                   bound),
               held)
        .text;
  };
  CHECK(against(2.2, "1") == "met");
  CHECK(against(2.08, "1") == "met: a tie with the peer");
  CHECK(against(1.94, "0.92") == "met: a tie with the peer");
  CHECK(against(1.86, "0.92") == "met");
  CHECK(against(1.94, "1") == "not met: 3.0% short");
}

TEST_CASE("goals_text says that there is no peer where ours is compared with our own program") {
  const tutorial::TemporaryFolder folder;
  std::ofstream(folder / "targets.json") << R"([
    {"work": "own", "sizes": ["1 M"], "types": ["float"], "ours": {"variant": "wide"},
     "peer": {"name": "close", "variant": "close"}, "targets": [{"of": "peer's speed", "at_least": 1}]},
    {"work": "library", "sizes": ["1 M"], "types": ["float"], "ours": {"variant": "wide"},
     "peer": {"variant": "library"}, "targets": [{"of": "peer's speed", "at_least": 1}]}])";
  const auto goals = driver::read_goals(folder / "targets.json");
  driver::Results held = results();
  held.rows.push_back(named("padded", "close", row(2.08)));
  std::vector<Verdict> verdicts;
  for (const driver::Goal& goal : goals) verdicts.push_back(driver::judge(example::manifest(), held, goal));
  CHECK(verdicts.at(0).text == "met");  // a lead of 4%, but a tie is with a peer
  CHECK(!verdicts.at(0).tie);
  const std::string text = driver::goals_text(goals, verdicts, false);
  CHECK(text.find("no peer; our own close: ") != std::string::npos);
  CHECK(text.find("no peer; our own library") == std::string::npos);
}

TEST_CASE("every kind of target is met or missed, with the margin") {
  CHECK(verdict(R"({"of": "ceiling", "at_least": 0.5})").text == "met");
  CHECK(verdict(R"({"of": "ceiling", "at_least": 0.8})").text == "not met: 37.5% short");
  CHECK(verdict(R"({"of": "row", "at_least": 0.625})").text == "not met: 20.0% short");
  CHECK(verdict(R"({"of": "peer's speed", "at_least": 1})").text == "met");
  CHECK(verdict(R"({"of": "peer's speed", "at_least": 2.5})").text == "not met: 50.0% short");
  CHECK(verdict(R"({"of": "peer's time", "at_most": 0.8})").text == "met");
  CHECK(verdict(R"({"of": "peer's time", "at_most": 0.4})").text == "not met: 100.0% over");
  CHECK(verdict(R"({"of": "GB/s", "at_least": 0.5})").text == "met");
  CHECK(verdict(R"({"of": "seconds", "at_most": 1})").text == "not met: 100.0% over");
  CHECK(verdict(R"({"of": "seconds", "at_most": 1}, {"of": "GB/s", "at_least": 1})").text ==
        "not met: 100.0% over, 50.0% short");
}

TEST_CASE("a target that is out of reach for a reason on record is no failure") {
  const Verdict found = verdict(R"({"of": "ceiling", "at_least": 0.8})", R"("limit": "the page says why", )");
  CHECK(found.state == State::limit);
  CHECK(found.text == "not met: 37.5% short; why: the page says why");
}

TEST_CASE("a row that is not there is missing, not wrong") {
  driver::Results held = results();
  CHECK(verdict(R"({"work": "x", "ours": {"program": "later"}, "targets": []})", held).text ==
        "missing: no row of later");
  CHECK(
      verdict(R"({"work": "x", "ours": {"program": "padded", "size": "9 M"}, "targets": []})", held).state ==
      State::missing);
  held.rows.erase(held.rows.begin() + 5);
  CHECK(
      verdict(
          R"({"work": "x", "ours": {"program": "padded", "size": "1 M"}, "peer": {"name": "the library", "variant": "library"},
                    "targets": [{"of": "peer's speed", "at_least": 1}]})",
          held)
          .text == "missing: no row of the peer, the library");
  CHECK(verdict(R"({"of": "TFLOP/s", "at_least": 1})").text == "missing: padded is rated in GB/s");
}

TEST_CASE("an inconsistent list of targets is refused with its reason") {
  CHECK(complaint(R"({"work": "x", "ours": {"colour": "red"}, "targets": []})")
            .find("a row is not chosen by 'colour'") != std::string::npos);
  CHECK(complaint(R"({"work": "x", "ours": {}, "targets": [{"of": "height", "at_least": 1}]})")
            .find("a target is not a part of 'height'") != std::string::npos);
  CHECK(complaint(R"({"work": "x", "ours": {}, "targets": [{"of": "seconds"}]})")
            .find("'at_least' or 'at_most'") != std::string::npos);
  CHECK_FALSE(complaint(R"({"work": "x", "targets": []})").empty());
}

TEST_CASE("the table describes each target in words") {
  const auto text = [](driver::Target target) { return target.text("CUB", "a copy"); };
  using Of = driver::Target::Of;
  CHECK(text({Of::ceiling, "", 0.99, false}) == ">= 99% of the ceiling");
  CHECK(text({Of::row, "", 0.97, false}) == ">= 97% of a copy");
  CHECK(text({Of::peer_speed, "", 1, false}) == "ahead of CUB");
  CHECK(text({Of::peer_speed, "", 0.92, false}) == ">= 0.92 x CUB");
  CHECK(text({Of::peer_time, "", 0.4, true}) == "<= 40% of CUB's time");
  CHECK(text({Of::rate, "G pairs/s", 10000, false}) == ">= 10000 G pairs/s");
  CHECK(text({Of::seconds, "", 0.002, true}) == "<= 2.000 ms");
}
