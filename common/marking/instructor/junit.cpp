#include "marking/instructor/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "marking/instructor/plain_text.hpp"

namespace tutorial::instructor {
namespace {

/// For text and attributes. XML 1.0 has no way to write most control characters.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  // Valid UTF-8, and no XML: U+FFFE, U+FFFF.
  for (std::size_t at = 0; (at = out.find("\xEF\xBF", at)) != std::string::npos; at += 3)
    if (static_cast<unsigned char>(out[at + 2]) >= 0xBE) out[at + 2] = '\xBD';
  return out;
}

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
      cases.push_back({student, name_of(part), 0, "not marked: " + result.failure});
    return cases;
  }
  for (const PartMark& part : result.mark->parts) {
    Case one = {student, name_of(part.part), cases.empty() ? result.seconds : 0};
    if (!part.reached || part.points < part.of) {
      const std::string text = says(part);
      one.failure = fmt::format("{} of {} points: {}", points_text(part.points), points_text(part.of),
                                text.substr(0, text.find('\n')));
      one.output = text;
    }
    cases.push_back(one);
  }
  return cases;
}

std::string case_xml(const std::string& exercise, const Case& one) {
  std::string xml = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                                escaped(exercise + "." + one.student), escaped(one.name), one.seconds);
  if (one.failure.empty()) return xml + "/>\n";
  return xml + fmt::format(">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                           escaped(one.failure), escaped(one.output));
}

}  // namespace

std::string junit_xml(const std::vector<Result>& results) {
  std::vector<std::string> exercises;
  for (const Result& result : results) {
    if (std::find(exercises.begin(), exercises.end(), result.submission.exercise) == exercises.end())
      exercises.push_back(result.submission.exercise);
  }
  std::string suites;
  std::size_t all = 0;
  std::size_t all_failures = 0;
  for (const std::string& exercise : exercises) {
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
    suites += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n{}  "
        "</testsuite>\n",
        escaped(exercise), tests, failures, body);
    all += tests;
    all_failures += failures;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "skipped=\"0\">\n{}</testsuites>\n",
      all, all_failures, suites);
}

}  // namespace tutorial::instructor
