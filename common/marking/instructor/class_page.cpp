#include "marking/instructor/class_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "marking/instructor/diagnoses.hpp"
#include "marking/instructor/html_page.hpp"
#include "marking/instructor/plain_text.hpp"

namespace tutorial::instructor {
namespace {

using xml::element;

constexpr std::size_t shown_diagnoses = 15;

std::string number(std::size_t value) {
  return element("span", {{"class", "number"}}, std::to_string(value));
}

std::string bar(std::size_t value, std::size_t largest) {
  const double percent = largest == 0 ? 0 : 100 * static_cast<double>(value) / static_cast<double>(largest);
  const std::string filled =
      value == 0 ? ""
                 : element("div", {{"class", "bar"}, {"style", fmt::format("width: {:.1f}%", percent)}}, "");
  return element("div", {{"class", "scale"}}, filled);
}

/// The learner's name, which leads to the report.
std::string name_link(const Result& result) {
  const Submission& submission = result.submission;
  const std::string id = submission.id.empty() ? "" : fmt::format(" ({})", submission.id);
  return element("a", {{"href", results_path(submission) + "/report.txt"}},
                 html_text(submission.student + id));
}

std::string paragraph(const std::string& html) { return element("p", {}, html) + "\n"; }

/// Tenths of the points that can be had, and full points.
std::string spread_of(const std::vector<const Result*>& marked) {
  std::array<std::size_t, 11> counts = {};
  for (const Result* result : marked) {
    const double of = result->mark->of();
    const double share = of > 0 ? result->mark->points() / of : 1;
    ++counts[result->full() ? 10 : std::min<std::size_t>(static_cast<std::size_t>(10 * share), 9)];
  }
  const std::size_t largest = *std::max_element(counts.begin(), counts.end());
  std::string rows;
  for (std::size_t i = counts.size(); i-- > 0;) {
    const std::string range =
        i == 10 ? "full points" : fmt::format("{} to {}%", 10 * i, 10 * i + (i == 9 ? 10 : 9));
    rows += html_row("td", {range, number(counts[i]), bar(counts[i], largest)});
  }
  return html_table({"points", "submissions", ""}, rows);
}

std::string parts_of(const std::vector<const Result*>& marked) {
  std::string rows;
  for (const Part part : marking::parts) {
    std::size_t full = 0, some = 0, none = 0, unreached = 0;
    for (const Result* result : marked) {
      for (const PartMark& each : result->mark->parts) {
        if (each.part != part) continue;
        ++(!each.reached ? unreached : each.full() ? full : each.points > 0 ? some : none);
      }
    }
    rows += html_row("td", {name_of(part), number(full), number(some), number(none), number(unreached)});
  }
  return html_table({"part", "all of its points", "some", "none", "not reached"}, rows);
}

std::string diagnoses_table(const std::vector<const Result*>& marked) {
  const std::vector<Diagnosis> all = diagnoses_of(marked);
  if (all.empty()) return paragraph("No student lost a point.");
  std::string rows;
  for (std::size_t i = 0; i < std::min(all.size(), shown_diagnoses); ++i) {
    std::string names;
    for (const Result* result : all[i].found) names += (names.empty() ? "" : ", ") + name_link(*result);
    const std::string who = element("details", {},
                                    element("summary", {}, "for example, and whose") +
                                        paragraph(html_text(all[i].example)) + paragraph(names));
    rows += html_row("td", {number(all[i].found.size()), bar(all[i].found.size(), marked.size()),
                            name_of(all[i].part), html_text(all[i].text) + who});
  }
  std::string table = html_table({"submissions", "", "part", "what was found"}, rows);
  if (all.size() > shown_diagnoses)
    table += paragraph(
        fmt::format("And {} that fewer had, or as few.", counted(all.size() - shown_diagnoses, "finding")));
  return table;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string exercise_section(const std::string& exercise, const std::vector<const Result*>& results) {
  std::vector<const Result*> marked;
  std::vector<double> points;
  double sum = 0;
  std::size_t late = 0, missing = 0;
  for (const Result* result : results) {
    late += result->submission.late;
    missing += result->submission.file.empty();
    if (!result->mark || result->submission.file.empty()) continue;
    marked.push_back(result);
    points.push_back(result->mark->points());
    sum += points.back();
  }
  std::string html = element("h2", {}, html_text(exercise)) + "\n";
  const std::string first =
      fmt::format("{}, {} late, {}{} not graded.", counted(results.size(), "submission"), late,
                  missing > 0 ? fmt::format("{} not handed in, ", missing) : "",
                  results.size() - missing - marked.size());
  if (marked.empty()) return html + paragraph(first);
  html += paragraph(fmt::format("{} Of {} points: mean {}, median {}.", first,
                                marking::points_text(marked.front()->mark->of()),
                                marking::points_text(sum / static_cast<double>(marked.size())),
                                marking::points_text(median_of(points))));
  html += spread_of(marked) + parts_of(marked);
  return html + element("h3", {}, "What was got wrong most") + "\n" +
         paragraph("Findings that differ only in numbers count as one; a submission counts once for each.") +
         diagnoses_table(marked);
}

std::string not_marked_section(const std::vector<Result>& results) {
  std::string rows;
  for (const Result& result : results) {
    if (!result.mark)
      rows += html_row("td", {name_link(result), html_text(result.submission.exercise),
                              html_text(one_line(result.failure))});
  }
  const std::string title = element("h2", {}, "Could not be graded") + "\n";
  if (rows.empty()) return title + paragraph("None: all were graded.");
  return title +
         paragraph(
             "This says nothing about the answers. The same command grades them, once the cause is gone.") +
         html_table({"student", "exercise", "why"}, rows);
}

/// What the roster says of whom.
std::string roster_section(const std::vector<Result>& results) {
  if (results.empty() || results.front().submission.columns.empty()) return "";
  std::vector<std::string> titles = {"student", "exercise", "points"};
  for (const auto& [title, value] : results.front().submission.columns) titles.push_back(title);
  std::string rows;
  for (const Result& result : results) {
    std::vector<std::string> cells = {
        name_link(result), html_text(result.submission.exercise),
        result.mark ? marking::points_text(result.mark->points()) : "not graded"};
    for (const auto& [title, value] : result.submission.columns) cells.push_back(html_text(value));
    rows += html_row("td", cells);
  }
  return element("h2", {}, "The roster") + "\n" + html_table(titles, rows);
}

}  // namespace

std::string class_page(const std::vector<Result>& results) {
  std::string body;
  for (const std::string& exercise : exercises_of(results)) {
    std::vector<const Result*> of_exercise;
    for (const Result& result : results)
      if (result.submission.exercise == exercise) of_exercise.push_back(&result);
    body += exercise_section(exercise, of_exercise);
  }
  return html_page("The scores of the class", body + not_marked_section(results) + roster_section(results));
}

}  // namespace tutorial::instructor
