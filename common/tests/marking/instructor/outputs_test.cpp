#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "marking/instructor/gradescope.hpp"
#include "marking/instructor/junit.hpp"
#include "marking/instructor/marks_table.hpp"
#include "support/text.hpp"
#include "tests/marking/instructor/example_course.hpp"

using namespace tutorial::instructor;
using namespace tutorial::instructor::testing;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

std::size_t count_of(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; at += words.size()) ++count;
  return count;
}

Result unmarked(const std::string& student) {
  Result result = example_result(student);
  result.mark.reset();
  result.failure = "shard 2/4 is missing";
  return result;
}

}  // namespace

TEST_CASE(
    "marks.csv has one row per submission; a submission that could not be graded has an empty field, not 0 "
    "points") {
  const std::string csv =
      marks_csv({example_result("ada"), example_result("bob", Part::right, "sum[3] is 0"), unmarked("cy")});
  CHECK(has(csv, "student,id,exercise,points,of,compiles,right,safe,good,late,predicted,says,file\r\n"));
  CHECK(has(csv, "ada,,guard_tail,100,100,10,40,25,25,,,,ada.cu\r\n"));
  CHECK(has(csv, "bob,,guard_tail,10,100,10,0,0,0,,,guard_tail.cu:7: sum[3] is 0,bob.cu\r\n"));
  CHECK(has(csv, "cy,,guard_tail,,,,,,,,,could not be graded: shard 2/4 is missing,cy.cu\r\n"));
}

TEST_CASE("cells with commas, quotes and line ends are quoted, and no cell is a formula") {
  const std::string csv = marks_csv(
      {example_result("=HYPERLINK(\"http://x\",1)"), example_result("-1+1"), example_result("a,b")});
  CHECK(has(csv, "\r\n\"'=HYPERLINK(\"\"http://x\"\",1)\","));
  CHECK(has(csv, "\r\n'-1+1,"));
  CHECK(has(csv, "\r\n\"a,b\","));
}

TEST_CASE("totals.csv has one row per student, and no total if a mark is missing") {
  std::vector<Result> results = {example_result("ada"), example_result("ada", Part::safe, "race"),
                                 example_result("bob"), unmarked("bob")};
  results[1].submission.exercise = results[3].submission.exercise = "tile";
  CHECK(totals_csv(results) == "student,id,guard_tail,tile,total\r\nada,,100,50,150\r\nbob,,100,,\r\n");
  const std::string table = marks_table(results, 100);
  CHECK(has(table, "student  guard_tail  tile  total\n"));
  CHECK(has(table, "ada             100    50    150\n"));
  CHECK(has(table, "bob             100     ?      ?\n"));
}

TEST_CASE("the table puts the main finding first, and fits the terminal") {
  const std::vector<Result> results = {
      example_result("ada"), example_result("bob", Part::right, std::string(300, 'w')), unmarked("cy")};
  const std::string table = marks_table(results, 80);
  CHECK(has(table, "ada         100        10     40    25    25\n"));
  CHECK(has(table, "cy            ?         ?      ?     ?     ?  could not be graded"));
  for (std::size_t at = 0, end; (end = table.find('\n', at)) != std::string::npos; at = end + 1)
    CHECK(tutorial::text::width(table.substr(at, end - at)) <= 80);
  CHECK(marks_summary(results) ==
        "3 submissions: 1 with full points, 1 could not be graded; mean 55 of 100\n");
}

TEST_CASE(
    "with predicted times the table is ranked by them, marks.csv has them, and Gradescope's leaderboard") {
  std::vector<Result> results = {example_result("ada"), example_result("bob"), example_result("cy")};
  results[0].mark->times_as_fast = 1.5;
  results[2].mark->times_as_fast = 3.125;
  const std::string table = marks_table(results, 80);
  CHECK(has(table, "predicted"));
  CHECK(table.find("cy ") < table.find("ada "));
  CHECK(table.find("ada ") < table.find("bob "));
  CHECK(has(table, "25       1.50\n"));
  CHECK(has(table, "25          -\n"));
  const std::string csv = marks_csv(results);
  CHECK(has(csv, "ada,,guard_tail,100,100,10,40,25,25,,1.50,,ada.cu\r\n"));
  CHECK(csv.find("ada,") < csv.find("cy,"));
  const auto board = nlohmann::json::parse(gradescope_json(results[2], "visible")).at("leaderboard");
  CHECK(board == nlohmann::json{{{"name", "times as fast as the starter, predicted"}, {"value", 3.13}}});
  CHECK_FALSE(has(gradescope_json(results[1], "visible"), "leaderboard"));
  CHECK(mark_from_json(tutorial::marking::to_json(*results[0].mark)).times_as_fast == 1.5);
}

TEST_CASE("JUnit: less than full points fails, what was not run fails, nothing is skipped") {
  const std::string xml =
      junit_xml({example_result("ada"), example_result("bob", Part::right, "sum[3] < 0 & \"x\"\x01\xFF"),
                 unmarked("cy")});
  CHECK(has(xml, "<testsuites tests=\"12\" failures=\"7\" errors=\"0\" skipped=\"0\">"));
  CHECK(count_of(xml, "<testcase ") == 12);
  CHECK(count_of(xml, "<failure ") == 7);
  CHECK_FALSE(has(xml, "<skipped"));
  CHECK(has(xml, "classname=\"guard_tail.bob\" name=\"right\""));
  CHECK(
      has(xml, "0 of 40 points: guard_tail.cu:7: sum[3] &lt; 0 &amp; &quot;x&quot;\xEF\xBF\xBD\xEF\xBF\xBD"));
  CHECK(has(xml, "0 of 25 points: not run: a part before it"));
  CHECK(count_of(xml, "not graded: shard 2/4 is missing") == 4);
}

TEST_CASE("JUnit: a part that was not reached fails though it is worth nothing") {
  Result result = example_result("bob", Part::right, "wrong");
  result.mark->parts[2].of = 0;
  CHECK(has(junit_xml({result}), "failures=\"3\""));
}

TEST_CASE("Gradescope: one test per part, and the one for compiling is always visible") {
  const auto json = nlohmann::json::parse(
      gradescope_json(example_result("bob", Part::right, "sum[3] is \xFF"), "after_published"));
  REQUIRE(json["tests"].size() == 4);
  CHECK(json["tests"][0]["status"] == "passed");
  CHECK(json["tests"][0]["score"] == 10);
  CHECK(json["tests"][0]["max_score"] == 10);
  CHECK(json["tests"][0]["visibility"] == "visible");
  CHECK(json["tests"][1]["status"] == "failed");
  CHECK(json["tests"][1]["score"] == 0);
  CHECK(json["tests"][1]["max_score"] == 40);
  CHECK(json["tests"][1]["visibility"] == "after_published");
  CHECK(json["tests"][1]["output"] == "guard_tail.cu:7: sum[3] is \xEF\xBF\xBD\n");
  CHECK(json["tests"][3]["status"] == "failed");
  CHECK(json["stdout_visibility"] == "hidden");
}

TEST_CASE("Gradescope: where the grading failed the learner is not blamed, and why is hidden") {
  const auto json = nlohmann::json::parse(gradescope_json(unmarked("cy"), "visible"));
  CHECK(json["score"] == 0);
  CHECK(has(json["output"], "says nothing about your answer"));
  CHECK(json["tests"][0]["visibility"] == "hidden");
}
