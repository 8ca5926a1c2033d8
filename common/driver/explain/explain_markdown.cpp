#include "driver/explain/explain_markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "support/table.hpp"

namespace tutorial::driver::lens {
namespace {

using Names = std::set<std::string>;

/// "ch06::sum<ch06::plus<int> >" as "sum<plus<int>>".
std::string without_namespaces(const std::string& name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, 2, "::") == 0) {
      while (!text.empty() &&
             (std::isalnum(static_cast<unsigned char>(text.back())) != 0 || text.back() == '_'))
        text.pop_back();
      ++i;
    } else if (name[i] != ' ' || i + 1 == name.size() || name[i + 1] != '>') {
      text += name[i];
    }
  }
  return text;
}

/// The name of the template, where there is one.
std::string family_of(const std::string& kernel) { return kernel.substr(0, kernel.find('<')); }

/// Some of all kernels in few words: a template whose kernels are all meant by its name alone, many of one by their number.
std::string kernels_text(const Names& some, const Names& all) {
  constexpr std::size_t many = 3;
  std::map<std::string, Names> families;
  for (const std::string& kernel : some) families[family_of(kernel)].insert(kernel);
  std::vector<std::string> texts;
  for (const auto& [family, members] : families) {
    const auto whole = std::count_if(all.begin(), all.end(), [&family = family](const std::string& kernel) {
      return family_of(kernel) == family;
    });
    if (static_cast<std::size_t>(whole) == members.size()) {
      texts.push_back(fmt::format("`{}`", family));
    } else if (members.size() >= many) {
      texts.push_back(fmt::format("{} of {} `{}`", members.size(), whole, family));
    } else {
      for (const std::string& kernel : members) texts.push_back(fmt::format("`{}`", kernel));
    }
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// What is said of an access, in the order of the rows: the program's own lines come before those of its headers.
struct Row {
  bool in_header;
  std::string name;  ///< of the file: how the compiler names its folder depends on the build
  std::string file;
  int line;
  std::string access;
  double cost;  ///< tenths of sectors a request, as far as they are shown; or turns
  std::string sectors = "-";
  std::string conflict = "-";

  auto operator<=>(const Row&) const = default;
};

Row row_of(const Access& access) {
  const std::filesystem::path file = access.file;
  Row row{file.extension() != ".cu",
          file.filename().string(),
          access.file,
          access.line,
          fmt::format("{} {}", access.shared ? "shared" : "global", access.op),
          access.shared ? access.conflict_degree : std::round(10 * access.sectors_per_request)};
  if (access.shared) {
    row.conflict = std::to_string(std::max(access.conflict_degree, 1U));
  } else {
    row.sectors = fmt::format("{} ({})", short_number(access.sectors_per_request),
                              short_number(access.ideal_sectors_per_request));
  }
  return row;
}

/// A line's code, as a cell of a table has it.
std::string code_of(const Source& source, int line) {
  if (line < 1 || line > static_cast<int>(source.lines.size())) return "";
  std::string code = source.lines[static_cast<std::size_t>(line - 1)];
  code.erase(0, code.find_first_not_of(' '));
  code.erase(std::min(code.find("  //"), code.size()));
  std::string cell;
  for (const char c : code) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return fmt::format("`{}`", cell);
}

/// "A block meets 8 barriers.", or how many for each kernel.
std::string barriers_sentence(const Report& report, const Names& all) {
  std::map<std::string, Names> by_number;
  for (const Kernel& kernel : report.kernels) {
    if (kernel.barriers == 0 || kernel.blocks == 0) continue;
    const auto blocks = static_cast<double>(kernel.blocks);
    by_number[short_number(static_cast<double>(kernel.barriers) / blocks)].insert(
        without_namespaces(kernel.name));
  }
  std::vector<std::string> texts;
  for (const auto& [number, kernels] : by_number)
    texts.push_back(kernels == all ? number : fmt::format("{} in {}", number, kernels_text(kernels, all)));
  return texts.empty() ? "" : fmt::format("Barriers a block: {}. ", fmt::join(texts, ", "));
}

/// "Hazards: race-shared (lines 47 and 43).", each once.
std::string hazards_sentence(const Report& report) {
  std::vector<std::string> texts;
  for (const Hazard& hazard : report.hazards) {
    std::vector<int> lines;
    for (const Place& place : {hazard.first, hazard.second})
      if (place.line > 0 && std::find(lines.begin(), lines.end(), place.line) == lines.end())
        lines.push_back(place.line);
    std::string text = hazard.kind;
    if (!lines.empty())
      text += fmt::format(" ({} {})", lines.size() == 1 ? "line" : "lines", fmt::join(lines, " and "));
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  return texts.empty() ? "No hazards." : fmt::format("Hazards: {}.", fmt::join(texts, ", "));
}

}  // namespace

std::string counters_markdown(const Report& report, const Sources& sources) {
  Names all;
  std::map<Row, Names> rows;
  for (const Kernel& kernel : report.kernels) {
    const std::string name = without_namespaces(kernel.name);
    all.insert(name);
    for (const Access& access : kernel.lines) rows[row_of(access)].insert(name);
  }

  std::map<std::string, Source> files;
  for (const auto& [row, kernels] : rows) files.try_emplace(row.file, sources(row.file));
  const bool one_file = files.size() == 1;
  const bool one_set =
      std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.second == all; });

  std::vector<tutorial::Column> columns = {
      {"line", true}, {"access"}, {"sectors (ideal)", true}, {"conflict", true}, {"code"}};
  if (!one_set) columns.push_back({"kernel"});
  std::string code_before;
  for (const auto& [row, kernels] : rows) {
    const Source& source = files.at(row.file);
    const std::string line = row.line > 0 ? std::to_string(row.line) : "?";
    const std::string file = source.name.substr(source.name.rfind('/') + 1);
    columns[0].cells.push_back(one_file ? line : fmt::format("{}:{}", file, line));
    columns[1].cells.push_back(row.access);
    columns[2].cells.push_back(row.sectors);
    columns[3].cells.push_back(row.conflict);
    const std::string code = code_of(source, row.line);
    columns[4].cells.push_back(code == code_before ? "" : code);
    code_before = code;
    if (!one_set) columns[5].cells.push_back(kernels == all ? "all" : kernels_text(kernels, all));
  }
  const std::string table = rows.empty() ? "" : tutorial::markdown_table(columns) + "\n";
  return table + barriers_sentence(report, all) + hazards_sentence(report) + "\n";
}

}  // namespace tutorial::driver::lens
