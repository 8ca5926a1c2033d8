#include "driver/claims/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/files.hpp"
#include "support/table.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using nlohmann::json;

enum class Grade { no, partly, holds };

RowName row_name(const json& entry) {
  return {entry.at("program"), entry.value("variant", ""), entry.value("size", "")};
}

Figure figure_from(const json& entry) {
  Figure figure;
  figure.what = entry.value("what", "");
  if (entry.contains("of")) {
    figure.of = row_name(entry.at("of"));
    figure.in_ns = entry.contains("minus");
    figure.over = row_name(entry.at(figure.in_ns ? "minus" : "over"));
    figure.holds_from = entry.at("holds").at(0);
    figure.holds_to = entry.at("holds").at(1);
    figure.partly_from = entry.at("partly").at(0);
    figure.partly_to = entry.at("partly").at(1);
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

const Row& find(const Claim& claim, const std::vector<Row>& rows, const RowName& name) {
  const Row* found = nullptr;
  for (const Row& row : rows) {
    if (row.json.at("program") != name.program) continue;
    if (!name.variant.empty() && row.variant != name.variant) continue;
    if (!name.size.empty() && row.size != name.size) continue;
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

bool within(double value, double from, double to) { return from <= value && value <= to; }

Grade grade(const Figure& figure, double value) {
  if (within(value, figure.holds_from, figure.holds_to)) return Grade::holds;
  return within(value, figure.partly_from, figure.partly_to) ? Grade::partly : Grade::no;
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
      findings.push_back({entry.at("id"), entry.at("text"), entry.at("book"), entry.at("ours"),
                          entry.at("device"), entry.at("date"), entry.at("verdict"), entry.at("why")});
  } catch (const json::exception& error) {
    throw Failure(exit_wrong, fmt::format("{}: {}", file.string(), error.what()));
  }
  return findings;
}

Finding judge(const Claim& claim, const std::vector<Row>& rows,
              const std::function<std::string(const std::filesystem::path&)>& compiled) {
  Finding finding{claim.id, claim.text, claim.book, "", "", "", "", claim.why};
  std::vector<Grade> grades;
  for (const Figure& figure : claim.figures) {
    std::string seen;
    if (figure.of) {
      const Row& of = find(claim, rows, *figure.of);
      const Row& over = find(claim, rows, figure.over);
      const double value = figure.in_ns ? difference_ns(claim, of, over) : ratio(claim, of, over);
      finding.device = of.json.at("device");
      seen = figure.in_ns ? tutorial::text::number(value) + " ns" : tutorial::text::ratio(value);
      grades.push_back(grade(figure, value));
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

std::string findings_text(const std::vector<Finding>& findings) {
  std::vector<tutorial::Column> columns = {{"claim"}, {"verdict"}, {"the book"}, {"ours"}, {"on"}, {"date"}};
  std::string reasons;
  for (const Finding& finding : findings) {
    const std::string* cells[] = {&finding.id,   &finding.verdict, &finding.book,
                                  &finding.ours, &finding.device,  &finding.date};
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].cells.push_back(*cells[i]);
    reasons += fmt::format("\n{}  {}\n    {}: {}\n", finding.id, finding.text, finding.verdict, finding.why);
  }
  return tutorial::aligned_table(columns) + reasons;
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
    text += fmt::format("| {} | {} | {} | {} | **{}** | {} | {}, {} |\n", f.id, cell(f.text), cell(f.book),
                        cell(f.ours), f.verdict, cell(f.why), f.device, f.date);
  }
  return text;
}

std::string findings_json(const std::vector<Finding>& findings) {
  auto all = nlohmann::ordered_json::array();
  for (const Finding& f : findings)
    all.push_back({{"id", f.id},
                   {"text", f.text},
                   {"book", f.book},
                   {"ours", f.ours},
                   {"device", f.device},
                   {"date", f.date},
                   {"verdict", f.verdict},
                   {"why", f.why}});
  return all.dump(2) + "\n";
}

}  // namespace tutorial::driver
