#include "marking/instructor/roster.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "marking/instructor/class_page.hpp"
#include "marking/instructor/csv.hpp"
#include "marking/instructor/gradescope.hpp"
#include "marking/instructor/grading.hpp"
#include "marking/instructor/marks_table.hpp"
#include "tests/marking/instructor/example_course.hpp"
#include "tutorial/errors.hpp"

using namespace tutorial::instructor;
using namespace tutorial::instructor::testing;

namespace {

using Rows = std::vector<std::vector<std::string>>;
using Columns = std::vector<std::pair<std::string, std::string>>;

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

class TestRoster {
  tutorial::TemporaryFolder temporary_;

 public:
  const fs::path file = temporary_ / "roster.csv";

  explicit TestRoster(const std::string& content) { put(file, content); }
  Roster read() const { return {file, {"guard_tail", "tile"}}; }
  std::string complaint() const {
    try {
      read();
    } catch (const tutorial::UsageError& error) {
      CHECK(std::string(error.what()).find('\n') == std::string::npos);
      return error.what();
    }
    return "nothing";
  }
};

Submission of(const std::string& student, const std::string& id = "",
              const std::string& exercise = "guard_tail") {
  return {.student = student, .id = id, .exercise = exercise};
}

Submission given(Roster& roster, Submission submission) {
  roster.give(submission);
  return submission;
}

}  // namespace

TEST_CASE("CSV survives writing and reading") {
  const std::vector<std::string> row = {"a", "", "b,c", "d \"e\"", "é;"};
  CHECK(csv_rows(csv_line(row) + csv_line({"x"})) == Rows{row, {"x"}});
  CHECK(csv_rows("\xEF\xBB\xBF"
                 "a;b\n\n1;\"2\n;\"\r\n3;") == Rows{{"a", "b"}, {"1", "2\n;"}, {"3", ""}});
  CHECK(csv_rows("a,b;c") == Rows{{"a", "b;c"}});
  CHECK(csv_rows("").empty());
  CHECK_THROWS_AS(csv_rows("a,\"b"), std::invalid_argument);
}

TEST_CASE("a submission gets the columns of its row: by number before name, of its exercise before all") {
  Roster roster = TestRoster(
                      "Student,id,exercise,late,attempts,tutor's group\n"
                      "ada,,,no,3,red\n"
                      "ada,,tile,2 days,4,\n"
                      "bob,7,,,1,=blue\n"
                      "bob,8,,yes,2,green\n"
                      "cy,,,,5,\n"
                      "cyrus,9,,,6,\n")
                      .read();
  CHECK(given(roster, of("ada")).columns ==
        Columns{{"late", "no"}, {"attempts", "3"}, {"tutor's group", "red"}});
  CHECK_FALSE(given(roster, of("ada")).late);
  CHECK(given(roster, of("ada", "", "tile")).columns ==
        Columns{{"late", "2 days"}, {"attempts", "4"}, {"tutor's group", ""}});
  CHECK(given(roster, of("ada", "", "tile")).late);
  CHECK(column_of(given(roster, of("bob", "8")), "attempts") == "2");
  CHECK(column_of(given(roster, of("BOB", "7")), "attempts") == "1");
  CHECK(column_of(given(roster, of("bob", "")), "attempts") == "");  // which of the two?
  CHECK(column_of(given(roster, of("cy", "9")), "attempts") == "6");
  CHECK(column_of(given(roster, of("cy", "1")), "attempts") == "5");
  CHECK(given(roster, of("eve")).columns == Columns{{"late", ""}, {"attempts", ""}, {"tutor's group", ""}});
  REQUIRE(roster.notes().size() == 1);
  CHECK(has(roster.notes()[0], "has no row for bob, eve"));
}

TEST_CASE("late: the roster's value, otherwise the platform's") {
  Roster roster =
      TestRoster("student,late\na,\nb,0\nc,00:00:00\nd,False\ne,No\nf,1\ng,late\nh,00:00:09\n").read();
  for (const char* name : {"b", "c", "d", "e", "f", "g", "h"}) {
    CAPTURE(name);
    Submission submission = of(name);
    submission.late = true;
    CHECK(given(roster, submission).late == (*name >= 'f'));
  }
  Submission submission = of("a");
  submission.late = true;
  CHECK(given(roster, submission).late);
  CHECK(late_text(given(roster, submission)) == "late");
  CHECK(late_text(given(roster, of("h"))) == "00:00:09");
}

TEST_CASE("a file that is no roster is refused in one line that names the row") {
  CHECK(has(TestRoster("").complaint(), "is empty"));
  CHECK(has(TestRoster("name,late\nada,1\n").complaint(), "has no column student or id"));
  CHECK(has(TestRoster("student,late\nada,1\nbob\n").complaint(), "row 3: 1 cell, but there are 2 titles"));
  CHECK(has(TestRoster("student,late\n\"ada,1\n").complaint(), "is no CSV: a quote has no end"));
  CHECK(has(TestRoster("student,late\n,1\n").complaint(), "row 2: no student"));
  CHECK(has(TestRoster("student,late\nada,1\nada,2\n").complaint(),
            "row 3: it is of the same student as row 2"));
  CHECK(has(TestRoster("student,exercise\nada,tyle\n").complaint(), "row 2: there is no exercise 'tyle'"));
  CHECK(has(TestRoster("student,Points\nada,1\n").complaint(), "marks.csv has a column Points of its own"));
  CHECK(has(TestRoster("student,a,A\nada,1,2\n").complaint(), "has two columns A"));
  CHECK(has(TestRoster("student,\nada,1\n").complaint(), "column 2 has no title"));
  const TestRoster any("student\n");
  CHECK_THROWS_WITH_AS(Roster(any.file.parent_path(), {}), doctest::Contains("cannot read the roster"),
                       tutorial::UsageError);
  CHECK_THROWS_WITH_AS(Roster("nowhere.csv", {}), doctest::Contains("cannot read the roster"),
                       tutorial::UsageError);
}

TEST_CASE("rows without a submission are noted") {
  Roster roster = TestRoster("student,late\nada,\nbob,\ncy,\n").read();
  given(roster, of("bob"));
  REQUIRE(roster.notes().size() == 1);
  CHECK(has(roster.notes()[0], "has rows without a submission: ada, cy"));
}

TEST_CASE(
    "the columns come out in marks.csv, for Gradescope and in the summary, and nothing else changes "
    "without") {
  Result result = example_result("ada");
  const std::string before = gradescope_json(result, "visible");
  CHECK_FALSE(has(before, "extra_data"));
  CHECK_FALSE(has(class_page({result}), "The roster"));
  result.submission.columns = {{"late", "2 days"}, {"attempts", "3"}, {"group", "<red>"}};
  const std::string csv = marks_csv({result});
  CHECK(has(csv, "good,late,predicted,says,file,attempts,group\r\n"));
  CHECK(has(csv, "ada,,guard_tail,100,100,10,40,25,25,2 days,,,ada.cu,3,<red>\r\n"));
  const auto json = nlohmann::json::parse(gradescope_json(result, "visible"));
  CHECK(json.value("extra_data", nlohmann::json()) ==
        nlohmann::json{{"late", "2 days"}, {"attempts", "3"}, {"group", "<red>"}});
  const std::string page = class_page({result});
  CHECK(has(page, "<th>late</th><th>attempts</th><th>group</th>"));
  CHECK(has(page, "<td>100</td><td>2 days</td><td>3</td><td>&lt;red&gt;</td>"));
}

TEST_CASE("a grading keeps the columns, so that merged shards have them") {
  const Course course;
  Grading grading;
  grading.entries.push_back({.submission = of("ada")});
  grading.entries[0].submission.columns = {{"late", "2 days"}, {"attempts", "é"}};
  write_grading(course.submissions, grading);
  CHECK(read_grading(course.submissions)->entries[0].submission.columns ==
        grading.entries[0].submission.columns);
}
