#include "driver/claims/claims.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/files.hpp"
#include "tutorial/errors.hpp"

using namespace tutorial;
using namespace tutorial::driver;

namespace {

Row row(const std::string& program, const std::string& variant, double seconds) {
  Row made;
  made.variant = variant;
  made.size = "1 M";
  made.unit = "GB/s";
  made.median_s = seconds;
  made.throughput = 1 / seconds;
  made.verified = true;
  made.json = {{"program", program}, {"device", "GPU"}};
  return made;
}

Figure ratio(const std::string& of, const std::string& over) {
  Figure figure;
  figure.what = "1 M";
  figure.of = RowName{"sum", of, ""};
  figure.over = {"sum", over, ""};
  figure.expect = Figure::Expect::figure;
  figure.book = 3;
  return figure;
}

Claim claim(std::vector<Figure> figures) {
  return {"C1", "three times as fast", "[Book] ch. 1", "3 x", {{"sum"}}, std::move(figures), "because"};
}

std::string nothing(const std::filesystem::path&) { return ""; }

std::string refusal(const Claim& tested, const std::vector<Row>& rows) {
  try {
    judge(tested, rows, nothing);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a ratio near the book's holds, one that points the same way holds partly, a tie does not") {
  const auto verdict = [](double book, double ours) {
    Figure figure = ratio("fast", "slow");
    figure.book = book;
    return judge(claim({figure}), {row("sum", "slow", ours), row("sum", "fast", 1)}, nothing).verdict;
  };
  const Finding finding =
      judge(claim({ratio("fast", "slow")}), {row("sum", "slow", 3), row("sum", "fast", 1)}, nothing);
  CHECK(finding.verdict == "holds");
  CHECK(finding.ours == "1 M: 3.00 x");
  CHECK(finding.device == "GPU");
  for (const double book : {1.218, 3.0, 14.0, 1000.0}) {
    for (const double power : {0.81, 1.24}) CHECK(verdict(book, std::pow(book, power)) == "holds");
    for (const double power : {0.79, 1.26}) CHECK(verdict(book, std::pow(book, power)) == "holds partly");
    for (const double ours : {1.04, 1.0, 0.96, 0.5, 1 / book})
      CHECK(verdict(book, ours) == "no longer holds");
  }
}

TEST_CASE("the same band both ways: a claim and its opposite get the same verdict") {
  for (const double ours : {0.02, 0.3, 0.9, 0.97, 1.0, 1.03, 1.1, 2.0, 3.9, 50.0}) {
    Figure claimed = ratio("fast", "slow");
    Figure opposite = ratio("slow", "fast");
    opposite.book = 1 / claimed.book;
    const std::vector<Row> rows = {row("sum", "slow", ours), row("sum", "fast", 1)};
    CHECK(judge(claim({claimed}), rows, nothing).verdict == judge(claim({opposite}), rows, nothing).verdict);
    claimed.expect = opposite.expect = Figure::Expect::same;
    CHECK(judge(claim({claimed}), rows, nothing).verdict == judge(claim({opposite}), rows, nothing).verdict);
  }
}

TEST_CASE("faster is more than a tie, the same is at most a tie, and a control has no part in the verdict") {
  const auto verdict = [](Figure::Expect expect, double ours) {
    Figure figure = ratio("fast", "slow");
    figure.expect = expect;
    return judge(claim({figure, ratio("same", "same")}),
                 {row("sum", "slow", ours), row("sum", "fast", 1), row("sum", "same", 1)}, nothing);
  };
  const auto alone = [&](Figure::Expect expect, double ours) {
    Figure figure = ratio("fast", "slow");
    figure.expect = expect;
    return judge(claim({figure}), {row("sum", "slow", ours), row("sum", "fast", 1)}, nothing).verdict;
  };
  using Expect = Figure::Expect;
  CHECK(alone(Expect::faster, 1.06) == "holds");
  CHECK(alone(Expect::faster, 1.04) == "no longer holds");
  CHECK(alone(Expect::same, 1.04) == "holds");
  CHECK(alone(Expect::same, 0.96) == "holds");
  CHECK(alone(Expect::same, 1.2) == "holds partly");
  CHECK(alone(Expect::same, 1.3) == "no longer holds");
  const Finding control = verdict(Expect::nothing, 3);
  CHECK(control.ours == "1 M: 3.00 x; 1 M: 1.00 x");
  CHECK(control.verdict == "no longer holds");
  Figure missing = ratio("later", "slow");
  missing.expect = Expect::nothing;
  CHECK(
      judge(claim({missing, ratio("fast", "slow")}), {row("sum", "slow", 3), row("sum", "fast", 1)}, nothing)
          .ours == "1 M: not measured yet; 1 M: 3.00 x");
}

TEST_CASE("only the rows of the claim's own runs in a results file count") {
  Row other = row("sum", "fast", 1);
  other.program = "sum";
  other.arguments = "--n 7";
  Row own = row("sum", "slow", 3);
  own.program = "sum";
  Claim tested = claim({ratio("fast", "slow")});
  REQUIRE(rows_for(tested, {other, own}).size() == 1);
  CHECK(rows_for(tested, {other, own})[0].variant == "slow");
  tested.runs = {{"sum", "--n", "7"}};
  REQUIRE(rows_for(tested, {other, own}).size() == 1);
  CHECK(rows_for(tested, {other, own})[0].variant == "fast");
}

TEST_CASE("a claim with several figures holds if all do") {
  const std::vector<Row> rows = {row("sum", "slow", 3), row("sum", "fast", 1), row("sum", "same", 3)};
  CHECK(judge(claim({ratio("fast", "slow"), ratio("fast", "same")}), rows, nothing).verdict == "holds");
  CHECK(judge(claim({ratio("fast", "slow"), ratio("same", "slow")}), rows, nothing).verdict ==
        "holds partly");
  CHECK(judge(claim({ratio("same", "slow"), ratio("slow", "fast")}), rows, nothing).verdict ==
        "no longer holds");
}

TEST_CASE("rows are compared by throughput, latencies the other way round, and by time where there is none") {
  std::vector<Row> rows = {row("sum", "slow", 3), row("sum", "fast", 1)};
  rows[0].throughput.reset();
  CHECK(judge(claim({ratio("fast", "slow")}), rows, nothing).ours == "1 M: 3.00 x");
  rows[0].throughput = 1;
  rows[1].size = "2 M";
  rows[1].throughput = 3 * *rows[0].throughput;
  CHECK(judge(claim({ratio("fast", "slow")}), rows, nothing).ours == "1 M: 3.00 x");
  rows[0].unit = rows[1].unit = "ns";
  CHECK(judge(claim({ratio("slow", "fast")}), rows, nothing).ours == "1 M: 3.00 x");
  rows[0].unit = "GB/s";
  CHECK(refusal(claim({ratio("slow", "fast")}), rows) == "C1: rows of different sizes and units");
}

TEST_CASE("a difference is that of two times of an access") {
  std::vector<Row> rows = {row("sum", "slow", 3), row("sum", "fast", 1)};
  Figure figure = ratio("slow", "fast");
  figure.in_ns = true;
  CHECK(refusal(claim({figure}), rows) == "C1: a row that is no time of an access");
  rows[0].unit = rows[1].unit = "ns";
  rows[0].throughput = 13;
  rows[1].throughput = 10;
  CHECK(judge(claim({figure}), rows, nothing).ours == "1 M: 3.000 ns");
  const auto verdict = [&](double longer) {
    rows[0].throughput = 10 + longer;
    return judge(claim({figure}), rows, nothing).verdict;
  };
  CHECK(verdict(3) == "holds");
  CHECK(verdict(3.9) == "holds partly");
  CHECK(verdict(1) == "holds partly");
  CHECK(verdict(0.1) == "no longer holds");
  CHECK(verdict(-3) == "no longer holds");
}

TEST_CASE("a fault's observation is matched with the claim's expressions") {
  Figure seen;
  seen.over = {"pitfall", "faulty", ""};
  seen.holds_seen = "^hangs";
  seen.partly_seen = "^wrong";
  Row observed = row("pitfall", "faulty", 1);
  observed.verified = false;
  observed.observed = "wrong in 1 of 2 launches, first: index 3";
  CHECK(judge(claim({seen}), {observed}, nothing).ours == "wrong in 1 of 2 launches");
  const auto verdict = [&](const char* text) {
    observed.observed = text;
    return judge(claim({seen}), {observed}, nothing).verdict;
  };
  CHECK(verdict("hangs: stopped after 10 s") == "holds");
  CHECK(verdict("wrong in 1 of 2000 launches") == "holds partly");
  CHECK(verdict("right in 2000 of 2000 launches") == "no longer holds");
}

TEST_CASE("a compiler's message about a file counts as an observation") {
  Figure compiled;
  compiled.compile = "pointer.cu";
  compiled.holds_seen = "error";
  compiled.partly_seen = "warning";
  const Finding finding =
      judge(claim({compiled}), {}, [](const auto& file) { return file.string() + ": a warning"; });
  CHECK(finding.verdict == "holds partly");
  CHECK(finding.ours == "pointer.cu: a warning");
}

TEST_CASE("a row that is missing, ambiguous, wrong or without a time is no evidence") {
  const Claim tested = claim({ratio("fast", "slow")});
  Row bad = row("sum", "fast", 1);
  bad.verified = false;
  Row timeless = row("sum", "fast", 1);
  timeless.median_s.reset();
  const Row slow = row("sum", "slow", 3);
  CHECK(refusal(tested, {slow}) == "C1: there is no row sum, fast");
  CHECK(refusal(tested, {slow, bad}) == "C1: sum, fast is wrong");
  CHECK(refusal(tested, {slow, timeless}) == "C1: a row without a time");
  CHECK(refusal(tested, {slow, row("sum", "fast", 1), row("sum", "fast", 1)}) ==
        "C1: sum, fast is more than one row");
}

TEST_CASE("findings survive being written and read") {
  const TemporaryFolder folder;
  const Finding finding{"C1",  "a | claim",  "[Book] ch. 1", "3 x",    "2 x",
                        "GPU", "2026-11-20", "holds partly", "because"};
  std::ofstream(folder / "claims.json") << findings_json({finding});
  const auto read = read_findings(folder / "claims.json");
  REQUIRE(read.size() == 1);
  CHECK(findings_json(read) == findings_json({finding}));
  CHECK(
      findings_markdown(read).find(
          "| C1 | a \\| claim | [Book] ch. 1: 3 x | 2 x | **holds partly** | because | GPU, 2026-11-20 |") !=
      std::string::npos);
  CHECK(findings_text(read, 80).find("\nC1  a | claim [Book] ch. 1\n    the book: 3 x\n    ours: 2 x\n"
                                     "    holds partly: because\n") != std::string::npos);
  CHECK(findings_text(read, 20).find("\nC1  a | claim [Book]\n    ch. 1\n") != std::string::npos);
  CHECK(read_findings(folder / "none.json").empty());
}

TEST_CASE("a claim's title has its place in the table") {
  Finding finding{"C1", "a claim", "[Book] ch. 1", "3 x", "2 x", "GPU", "2026-11-20", "holds", "because"};
  finding.title = "a title";
  CHECK(findings_text({finding}, 80)
            .starts_with("claim  about    verdict  on   date\n"
                         "-----  -------  -------  ---  ----------\n"
                         "C1     a title  holds    GPU  2026-11-20\n"));
  const TemporaryFolder folder;
  std::ofstream(folder / "claims.json")
      << R"([{"id": "C9", "title": "a title", "text": "x", "source": "x", "book": "x", "why": "x", "figures":
             [{"of": {"program": "a"}, "over": {"program": "b"}, "expect": "faster"}]}])";
  CHECK(read_claims(folder / "claims.json").at(0).title == "a title");
}

TEST_CASE("a list of claims with a mistake says which claim") {
  const TemporaryFolder folder;
  std::ofstream(folder / "claims.json")
      << R"([{"id": "C9", "text": "x", "source": "x", "book": "x", "why": "x", "figures": []}])";
  CHECK_THROWS_WITH_AS(read_claims(folder / "claims.json"), doctest::Contains("C9: a claim without a figure"),
                       Failure);
  for (const char* expected : {"1.04", "-2", "\"slower\""}) {
    std::ofstream(folder / "claims.json")
        << R"([{"id": "C9", "text": "x", "source": "x", "book": "x", "why": "x", "figures":
             [{"of": {"program": "a"}, "over": {"program": "b"}, "expect": )"
        << expected << "}]}]";
    CHECK_THROWS_WITH_AS(read_claims(folder / "claims.json"), doctest::Contains("C9: "), Failure);
  }
}
