#include "driver/claims/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/files.hpp"
#include "support/layout.hpp"
#include "support/table.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using nlohmann::json;

enum class Grade { no, partly, holds };

constexpr double same_power = 1.25;  // an exponent this near to 1 makes a ratio the book's
constexpr double same_ratio = 1.25;  // a ratio this near to 1 is about the same

/// True where the ratio lies between 1 / bound and bound.
bool lies_within(double ratio, double bound) { return 1 / bound <= ratio && ratio <= bound; }

RowName row_name(const json& entry) {
  return {entry.at("program"), entry.value("variant", ""), entry.value("size", "")};
}

void set_expectation(Figure& figure, const json& expected) {
  if (expected.is_number()) {
    figure.expect = Figure::Expect::figure;
    figure.book = expected;
    if (figure.book <= 0 || (!figure.in_ns && is_tie(figure.book)))
      throw Failure(exit_wrong, "a ratio within 5% of 1 is 'same'");
  } else if (expected == "faster" || expected == "same") {
    figure.expect = expected == "same" ? Figure::Expect::same : Figure::Expect::faster;
  } else {
    throw Failure(exit_wrong, "what is expected is a number, 'faster' or 'same'");
  }
}

Figure figure_from(const json& entry) {
  Figure figure;
  figure.what = entry.value("what", "");
  if (entry.contains("of")) {
    figure.of = row_name(entry.at("of"));
    figure.in_ns = entry.contains("minus");
    figure.over = row_name(entry.at(figure.in_ns ? "minus" : "over"));
    if (entry.contains("expect")) set_expectation(figure, entry.at("expect"));
    return figure;
  }
  if (entry.contains("compile")) {
    figure.compile = entry.at("compile").get<std::string>();
  } else {
    figure.over = row_name(entry.at("row"));
  }
  figure.holds_seen = entry.at("holds");
  figure.partly_seen = entry.at("partly");
  return figure;
}

std::string text_of(const RowName& name) {
  return fmt::format("{}{}{}{}{}", name.program, name.variant.empty() ? "" : ", ", name.variant,
                     name.size.empty() ? "" : ", ", name.size);
}

bool fits(const Row& row, const RowName& name) {
  return row.json.at("program") == name.program && (name.variant.empty() || row.variant == name.variant) &&
         (name.size.empty() || row.size == name.size);
}

bool has(const std::vector<Row>& rows, const RowName& name) {
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return fits(row, name); });
}

const Row& find(const Claim& claim, const std::vector<Row>& rows, const RowName& name) {
  const Row* found = nullptr;
  for (const Row& row : rows) {
    if (!fits(row, name)) continue;
    if (found) throw Failure(exit_wrong, fmt::format("{}: {} is more than one row", claim.id, text_of(name)));
    found = &row;
  }
  if (!found) throw Failure(exit_wrong, fmt::format("{}: there is no row {}", claim.id, text_of(name)));
  if (found->wrong()) throw Failure(exit_wrong, fmt::format("{}: {} is wrong", claim.id, text_of(name)));
  return *found;
}

/// How many times as fast a row is: by throughput where both have the same unit, since they may have done different work, else by time.
double ratio(const Claim& claim, const Row& of, const Row& over) {
  if (!of.median_s || !over.median_s)
    throw Failure(exit_wrong, fmt::format("{}: a row without a time", claim.id));
  if (of.unit == over.unit && of.throughput && over.throughput)
    return of.unit == "ns" ? *over.throughput / *of.throughput : *of.throughput / *over.throughput;
  if (of.size != over.size)
    throw Failure(exit_wrong, fmt::format("{}: rows of different sizes and units", claim.id));
  return *over.median_s / *of.median_s;
}

/// How much longer an access of `of` takes than one of `other`, in nanoseconds.
double difference_ns(const Claim& claim, const Row& of, const Row& other) {
  if (of.unit != "ns" || other.unit != "ns" || !of.throughput || !other.throughput)
    throw Failure(exit_wrong, fmt::format("{}: a row that is no time of an access", claim.id));
  return *of.throughput - *other.throughput;
}

Grade grade(const Figure& figure, double value) {
  using Expect = Figure::Expect;
  if (figure.expect == Expect::faster) return value > tie ? Grade::holds : Grade::no;
  if (figure.expect == Expect::same) {
    if (is_tie(value)) return Grade::holds;
    return lies_within(value, same_ratio) ? Grade::partly : Grade::no;
  }
  if (figure.in_ns) {
    if (lies_within(value / figure.book, same_power)) return Grade::holds;
    return value / figure.book > tie - 1 ? Grade::partly : Grade::no;
  }
  if (is_tie(value)) return Grade::no;
  const double exponent = std::log(value) / std::log(figure.book);
  if (lies_within(exponent, same_power)) return Grade::holds;
  return exponent > 0 ? Grade::partly : Grade::no;
}

Grade grade(const Figure& figure, const std::string& seen) {
  const auto matches = [&](const std::string& pattern) {
    return !pattern.empty() && std::regex_search(seen, std::regex(pattern));
  };
  if (matches(figure.holds_seen)) return Grade::holds;
  return matches(figure.partly_seen) ? Grade::partly : Grade::no;
}

std::string verdict(const std::vector<Grade>& grades) {
  const auto all = [&](Grade grade) {
    return std::all_of(grades.begin(), grades.end(), [&](Grade each) { return each == grade; });
  };
  if (all(Grade::holds)) return "holds";
  return all(Grade::no) ? "no longer holds" : "holds partly";
}

}  // namespace

bool Claim::needs_gpu() const {
  return std::any_of(figures.begin(), figures.end(), [](const Figure& figure) { return figure.needs_gpu(); });
}

std::vector<Claim> read_claims(const std::filesystem::path& file) {
  std::vector<Claim> claims;
  std::string id = "the list";
  try {
    for (const json& entry : json::parse(read_text(file))) {
      id = entry.at("id");
      Claim claim{id, entry.at("text"), entry.at("source"), entry.at("book"), {}, {}, entry.at("why")};
      claim.title = entry.value("title", "");
      if (entry.contains("runs")) entry.at("runs").get_to(claim.runs);
      for (const json& figure : entry.at("figures")) claim.figures.push_back(figure_from(figure));
      if (claim.figures.empty()) throw Failure(exit_wrong, "a claim without a figure");
      claims.push_back(std::move(claim));
    }
  } catch (const std::exception& error) {
    throw Failure(exit_wrong, fmt::format("{}: {}: {}", file.string(), id, error.what()));
  }
  return claims;
}

std::vector<Finding> read_findings(const std::filesystem::path& file) {
  std::vector<Finding> findings;
  if (!std::filesystem::exists(file)) return findings;
  try {
    for (const json& entry : json::parse(read_text(file)))
      findings.push_back({entry.at("id"), entry.at("text"), entry.at("source"), entry.at("book"),
                          entry.at("ours"), entry.at("device"), entry.at("date"), entry.at("verdict"),
                          entry.at("why")});
  } catch (const json::exception& error) {
    throw Failure(exit_wrong, fmt::format("{}: {}", file.string(), error.what()));
  }
  return findings;
}

Finding judge(const Claim& claim, const std::vector<Row>& rows,
              const std::function<std::string(const std::filesystem::path&)>& compiled) {
  Finding finding{claim.id, claim.text, claim.source, claim.book, "", "", "", "", claim.why, claim.title};
  std::vector<Grade> grades;
  for (const Figure& figure : claim.figures) {
    std::string seen;
    if (figure.of && figure.expect == Figure::Expect::nothing &&
        !(has(rows, *figure.of) && has(rows, figure.over))) {
      seen = "not measured yet";
    } else if (figure.of) {
      const Row& of = find(claim, rows, *figure.of);
      const Row& over = find(claim, rows, figure.over);
      const double value = figure.in_ns ? difference_ns(claim, of, over) : ratio(claim, of, over);
      finding.device = of.json.at("device");
      seen = figure.in_ns ? tutorial::text::number(value) + " ns" : tutorial::text::ratio(value);
      if (figure.expect != Figure::Expect::nothing) grades.push_back(grade(figure, value));
    } else if (!figure.compile.empty()) {
      seen = compiled(figure.compile);
      grades.push_back(grade(figure, seen));
    } else {
      const Row& row = find(claim, rows, figure.over);
      finding.device = row.json.at("device");
      seen = row.observed.substr(0, row.observed.find(", first: "));
      grades.push_back(grade(figure, seen));
    }
    finding.ours += fmt::format("{}{}{}{}", finding.ours.empty() ? "" : "; ", figure.what,
                                figure.what.empty() ? "" : ": ", seen);
  }
  if (finding.device.empty()) finding.device = "any machine";
  finding.verdict = verdict(grades);
  return finding;
}

std::vector<Row> rows_for(const Claim& claim, const std::vector<Row>& rows) {
  std::vector<Row> kept;
  for (const Row& row : rows) {
    const bool meant = std::any_of(claim.runs.begin(), claim.runs.end(), [&](const auto& run) {
      return row.program == run.at(0) &&
             row.arguments == fmt::format("{}", fmt::join(run.begin() + 1, run.end(), " "));
    });
    if (meant) kept.push_back(row);
  }
  return kept;
}

std::string findings_text(const std::vector<Finding>& findings, std::size_t width) {
  std::vector<tutorial::Column> columns = {{"claim"}, {"about"}, {"verdict"}, {"on"}, {"date"}};
  std::string details;
  const auto add = [&](const std::string& line) {
    for (const std::string& piece : tutorial::wrapped(line, width)) details += piece + "\n";
  };
  for (const Finding& finding : findings) {
    const std::string* cells[] = {&finding.id, &finding.title, &finding.verdict, &finding.device,
                                  &finding.date};
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].cells.push_back(*cells[i]);
    details += "\n";
    add(fmt::format("{}  {} {}", finding.id, finding.text,
                    finding.source == "ours" ? "(ours)" : finding.source));
    add("    the book: " + finding.book);
    add("    ours: " + finding.ours);
    add(fmt::format("    {}: {}", finding.verdict, finding.why));
  }
  return tutorial::aligned_table(columns) + details;
}

std::string findings_markdown(const std::vector<Finding>& findings) {
  const auto cell = [](std::string text) {
    for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, "\\");
    return text;
  };
  std::string text =
      "| | claim | the book | ours | verdict | why | measured on |\n| --- | --- | --- | --- | --- | --- | "
      "--- |\n";
  for (const Finding& f : findings) {
    text += fmt::format("| {} | {} | {}: {} | {} | **{}** | {} | {}, {} |\n", f.id, cell(f.text), f.source,
                        cell(f.book), cell(f.ours), f.verdict, cell(f.why), f.device, f.date);
  }
  return text;
}

std::string findings_json(const std::vector<Finding>& findings) {
  auto all = nlohmann::ordered_json::array();
  for (const Finding& f : findings)
    all.push_back({{"id", f.id},
                   {"text", f.text},
                   {"source", f.source},
                   {"book", f.book},
                   {"ours", f.ours},
                   {"device", f.device},
                   {"date", f.date},
                   {"verdict", f.verdict},
                   {"why", f.why}});
  return all.dump(2) + "\n";
}

}  // namespace tutorial::driver
