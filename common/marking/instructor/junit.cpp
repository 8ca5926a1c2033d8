#include "marking/instructor/junit.hpp"

#include <fmt/format.h>

#include "marking/instructor/plain_text.hpp"
#include "support/xml.hpp"

namespace tutorial::instructor {
namespace {

struct Case {
  std::string student;
  std::string name;
  double seconds = 0;
  std::string failure = {};  // "" if it passes
  std::string output = {};
};

std::vector<Case> cases_of(const Result& result) {
  const std::string& student = result.submission.slug;
  std::vector<Case> cases;
  if (!result.mark) {
    for (const Part part : marking::parts)
      cases.push_back({student, name_of(part), 0, "not graded: " + result.failure});
    return cases;
  }
  for (const PartMark& part : result.mark->parts) {
    Case one = {student, name_of(part.part), cases.empty() ? result.seconds : 0};
    if (!part.full()) {
      const std::string text = says(part);
      one.failure = fmt::format("{} of {} points: {}", marking::points_text(part.points),
                                marking::points_text(part.of), text.substr(0, text.find('\n')));
      one.output = text;
    }
    cases.push_back(one);
  }
  return cases;
}

std::string case_xml(const std::string& exercise, const Case& one) {
  const xml::Attributes attributes = {{"classname", valid_utf8(exercise + "." + one.student)},
                                      {"name", valid_utf8(one.name)},
                                      {"time", fmt::format("{:.3f}", one.seconds)}};
  if (one.failure.empty()) return "    " + xml::element("testcase", attributes) + "\n";
  const std::string failure =
      xml::element("failure", {{"message", valid_utf8(one.failure)}}, xml::escaped(valid_utf8(one.output)));
  return "    " + xml::element("testcase", attributes, "\n      " + failure + "\n    ") + "\n";
}

xml::Attributes counts(const xml::Attributes& first, std::size_t tests, std::size_t failures) {
  xml::Attributes all = first;
  for (const xml::Attribute& each :
       xml::Attributes{{"tests", tests}, {"failures", failures}, {"errors", 0}, {"skipped", 0}})
    all.push_back(each);
  return all;
}

}  // namespace

std::string junit_xml(const std::vector<Result>& results) {
  std::string suites;
  std::size_t all = 0;
  std::size_t all_failures = 0;
  for (const std::string& exercise : exercises_of(results)) {
    std::string body;
    std::size_t tests = 0;
    std::size_t failures = 0;
    for (const Result& result : results) {
      if (result.submission.exercise != exercise) continue;
      for (const Case& one : cases_of(result)) {
        body += case_xml(exercise, one);
        ++tests;
        failures += !one.failure.empty();
      }
    }
    suites += "  " +
              xml::element("testsuite", counts({{"name", valid_utf8(exercise)}}, tests, failures),
                           "\n" + body + "  ") +
              "\n";
    all += tests;
    all_failures += failures;
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         xml::element("testsuites", counts({}, all, all_failures), "\n" + suites) + "\n";
}

}  // namespace tutorial::instructor
