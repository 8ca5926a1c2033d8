#include "marking/instructor/class_page.hpp"

#include <doctest/doctest.h>

#include "marking/instructor/diagnoses.hpp"
#include "marking/instructor/marks_table.hpp"
#include "tests/marking/instructor/example_course.hpp"

using namespace tutorial::instructor;
using namespace tutorial::instructor::testing;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

Result unmarked(const std::string& student, const std::string& why) {
  Result result = example_result(student);
  result.mark.reset();
  result.failure = why;
  return result;
}

/// The values of all attributes of this name.
std::vector<std::string> values_of(const std::string& page, const std::string& attribute) {
  std::vector<std::string> values;
  const std::string start = " " + attribute + "=\"";
  for (std::size_t at = 0; (at = page.find(start, at)) != std::string::npos;) {
    at += start.size();
    values.push_back(page.substr(at, page.find('"', at) - at));
  }
  return values;
}

/// Whether each start tag has its end tag, in the right order.
bool is_nested(const std::string& page) {
  std::vector<std::string> open;
  for (std::size_t at = page.find('>') + 1; (at = page.find('<', at)) != std::string::npos; ++at) {
    const std::size_t end = page.find('>', at);
    const std::string tag = page.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find(' '));
    if (tag.ends_with('/')) continue;
    if (!name.starts_with('/')) {
      open.push_back(name);
    } else if (open.empty() || "/" + open.back() != name) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

}  // namespace

TEST_CASE("numbers are left out of a diagnosis, digits of names are not") {
  CHECK(without_numbers("sum[3] is 0, not -7.5e-3 (n = 1,024)") == "sum[…] is …, not … (n = …)");
  CHECK(without_numbers("float4 v2[0x7fU] at guard_tail.cu:12: 8 bytes.") ==
        "float4 v2[…] at guard_tail.cu:…: … bytes.");
  CHECK(without_numbers("10-4, a-1, -x, 3. And é 7") == "…-…, a-…, -x, …. And é …");
  CHECK(without_numbers("") == "");
}

TEST_CASE("findings that differ in numbers alone are one diagnosis, and a submission counts once") {
  std::vector<Result> results = {example_result("ada", Part::right, "sum[3] is 0,\nnot 7"),
                                 example_result("bob", Part::right, "sum[4] is 1,\nnot 8"),
                                 example_result("cy", Part::good, "one launch is enough"),
                                 example_result("dan"), unmarked("eve", "no room")};
  results[0].mark->parts[1].findings.push_back({.text = "sum[9] is 2, not 1", .file = "", .line = 0});
  results[0].mark->parts[2].findings.push_back(
      {.text = "a hint of a part that was not reached", .file = "", .line = 0});
  std::vector<const Result*> all;
  for (const Result& result : results) all.push_back(&result);
  const auto diagnoses = diagnoses_of(all);
  REQUIRE(diagnoses.size() == 2);
  CHECK(diagnoses[0].text == "sum[…] is …, not …");
  CHECK(diagnoses[0].part == Part::right);
  CHECK(diagnoses[1].text == "one launch is enough");
  CHECK(diagnoses[0].example == "guard_tail.cu:7: sum[3] is 0, not 7");
  CHECK(diagnoses[0].found == std::vector<const Result*>{&results[0], &results[1]});
  CHECK(diagnoses[1].found == std::vector<const Result*>{&results[2]});
}

TEST_CASE("a diagnosis keeps the numbers that all of its findings share") {
  const std::vector<Result> results = {
      example_result("ada", Part::good, "205 requests; 128 are enough for 4096"),
      example_result("bob", Part::good, "310 requests; 128 are enough for 4096")};
  const auto diagnoses = diagnoses_of({&results[0], &results[1]});
  REQUIRE(diagnoses.size() == 1);
  CHECK(diagnoses[0].text == "… requests; 128 are enough for 4096");
}

TEST_CASE("means leave out what was not handed in") {
  std::vector<Result> results = {example_result("ada"), example_result("bob", Part::compiles, "nothing")};
  results[1].submission.file.clear();
  const std::string page = class_page(results);
  CHECK(has(page,
            "2 submissions, 0 late, 1 not handed in, 0 not graded. Of 100 points: mean 100, median 100."));
  CHECK(marks_summary(results) == "1 submission: 1 with full points, 1 not handed in; mean 100 of 100\n");
}

TEST_CASE("the page has the spread of the marks, the diagnoses with counts, and who could not be graded") {
  std::vector<Result> results = {example_result("ada"), example_result("bob", Part::right, "sum[3] is 0"),
                                 example_result("cy", Part::right, "sum[4] is 0"),
                                 example_result("dan", Part::good, "slow"),
                                 unmarked("eve", "shard 2/4 is missing")};
  results[1].submission.late = true;
  const std::string page = class_page(results);
  CHECK(has(page, "<h2>guard_tail</h2>"));
  CHECK(has(page, "5 submissions, 1 late, 1 not graded. Of 100 points: mean 48.75, median 42.5."));
  CHECK(has(page, "<td>full points</td><td><span class=\"number\">1</span>"));
  CHECK(has(page, "<td>70 to 79%</td><td><span class=\"number\">1</span>"));
  CHECK(has(page, "<td>10 to 19%</td><td><span class=\"number\">2</span>"));
  CHECK(has(page, "<td>90 to 100%</td><td><span class=\"number\">0</span>"));
  const std::size_t most = page.find("sum[…] is 0"), least = page.find(">slow<");
  CHECK(most < least);
  CHECK(has(page.substr(0, most), "<span class=\"number\">2</span>"));
  CHECK(has(page, "<a href=\"submissions/cy/guard_tail/report.txt\">cy</a>"));
  CHECK(has(page, "eve</a></td><td>guard_tail</td><td>shard 2/4 is missing</td>"));
  CHECK(is_nested(page));
  CHECK(has(class_page({example_result("ada")}), "No student lost a point."));
  CHECK(has(class_page({example_result("ada")}), "None: all were graded."));
  CHECK(has(class_page({unmarked("ada", "x")}), "1 submission, 0 late, 1 not graded."));
}

TEST_CASE("a finding that is rarer than fifteen others is counted, not shown") {
  std::vector<Result> results;
  for (char c = 'a'; c < 'a' + 17; ++c)
    results.push_back(example_result("ada", Part::right, std::string(3, c)));
  results.push_back(example_result("bob", Part::right, "qqq"));
  const std::string page = class_page(results);
  CHECK(page.find("qqq") < page.find("aaa"));
  CHECK_FALSE(has(page, "ppp"));
  CHECK(has(page, "And 2 findings that fewer had, or as few."));
}

TEST_CASE("no word of a learner is markup, and the page loads nothing") {
  const std::string hostile = "</td><script src=\"http://x\">'&\x1b[2J\xFF\u202e";
  std::vector<Result> results = {example_result(hostile, Part::right, hostile), unmarked(hostile, hostile)};
  results[0].submission.slug = results[1].submission.slug = "td_script";
  results[0].submission.id = hostile;
  const std::string page = class_page(results);
  CHECK(is_nested(page));
  CHECK_FALSE(has(page, "<script"));
  CHECK_FALSE(has(page, "\x1b"));
  CHECK_FALSE(has(page, "\xFF"));
  CHECK_FALSE(has(page, "\u202e"));
  CHECK(has(page, "&lt;/td&gt;&lt;script src=&quot;http://x&quot;&gt;"));
  CHECK(values_of(page, "src").empty());
  CHECK_FALSE(has(page, "url("));
  for (const std::string& link : values_of(page, "href"))
    CHECK(link == "submissions/td_script/guard_tail/report.txt");
  CHECK(has(page, "content=\"default-src 'none'; style-src 'unsafe-inline'\""));
}
