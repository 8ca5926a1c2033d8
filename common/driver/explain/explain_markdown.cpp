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

#include "driver/data/source_extract.hpp"
#include "driver/explain/explain_picture.hpp"
#include "support/table.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

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
  double cost;                 ///< tenths of sectors per request, as far as they are shown; or wavefronts
  std::string operation = "";  ///< "load", without the memory
  std::string sectors = "";    ///< of shared memory none
  std::string ideal = "";
  std::string conflict = "";  ///< of global memory none

  auto operator<=>(const Row&) const = default;
};

Row row_of(const Access& access) {
  const std::filesystem::path file = access.file;
  Row row{
      file.extension() != ".cu",
      file.filename().string(),
      access.file,
      access.line,
      fmt::format("{} {}", name_of(access.space), access.op),
      access.space == Space::global ? std::round(10 * access.sectors_per_request) : access.conflict_degree,
      access.op};
  if (access.space != Space::global) {
    row.conflict = std::to_string(std::max(access.conflict_degree, 1U));
  } else {
    row.sectors = short_number(access.sectors_per_request);
    row.ideal = short_number(access.ideal_sectors_per_request);
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
  return texts.empty() ? "" : fmt::format("Barriers per block: {}. ", fmt::join(texts, ", "));
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

using Rows = std::map<Row, Names>;

Names names_of(const Report& report) {
  Names all;
  for (const Kernel& kernel : report.kernels) all.insert(without_namespaces(kernel.name));
  return all;
}

Rows rows_of(const Report& report) {
  Rows rows;
  for (const Kernel& kernel : report.kernels)
    for (const Access& access : kernel.lines) rows[row_of(access)].insert(without_namespaces(kernel.name));
  return rows;
}

std::string table_of(const Rows& rows, const Names& all, const Sources& sources) {
  std::map<std::string, Source> files;
  for (const auto& [row, kernels] : rows) files.try_emplace(row.file, sources(row.file));
  const bool one_file = files.size() == 1;
  const bool one_set =
      std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.second == all; });

  std::vector<tutorial::Column> columns = {
      {"line", true}, {"access"}, {"sectors (minimum)", true}, {"conflict", true}, {"code"}};
  if (!one_set) columns.push_back({"kernel"});
  std::string code_before;
  for (const auto& [row, kernels] : rows) {
    const Source& source = files.at(row.file);
    const std::string line = row.line > 0 ? std::to_string(row.line) : "?";
    const std::string file = source.name.substr(source.name.rfind('/') + 1);
    columns[0].cells.push_back(one_file ? line : fmt::format("{}:{}", file, line));
    columns[1].cells.push_back(row.access);
    columns[2].cells.push_back(row.sectors.empty() ? "-" : fmt::format("{} ({})", row.sectors, row.ideal));
    columns[3].cells.push_back(row.conflict.empty() ? "-" : row.conflict);
    const std::string code = code_of(source, row.line);
    columns[4].cells.push_back(code == code_before ? "" : code);
    code_before = code;
    if (!one_set) columns[5].cells.push_back(kernels == all ? "all" : kernels_text(kernels, all));
  }
  return rows.empty() ? "" : tutorial::markdown_table(columns) + "\n";
}

/// What is said of the lines of one file.
struct Notes {
  std::map<int, std::vector<std::string>> counters;
  std::map<int, Names> advice;
};

/// Kernels that differ in a line, by the characters that represent them there.
class Letters {
 public:
  std::string of(const Names& kernels) {
    const auto letter = static_cast<char>('a' + static_cast<int>(letters_.size()));
    return fmt::format(" {}", letters_.try_emplace(kernels, letter).first->second);
  }
  std::string text(const Names& all) const {
    std::vector<std::string> texts(letters_.size());
    for (const auto& [kernels, letter] : letters_)
      texts[static_cast<std::size_t>(letter - 'a')] =
          fmt::format("{}: {}", letter, kernels_text(kernels, all));
    return texts.empty() ? "" : fmt::format("{}.\n\n", fmt::join(texts, "; "));
  }

 private:
  std::map<Names, char> letters_;
};

/// "load 32/4", with the minimum after the slash; "shared load, 32-way conflict".
std::string counters_of(const Row& row) {
  if (row.conflict.empty()) return fmt::format("{} {}/{}", row.operation, row.sectors, row.ideal);
  return row.access + (row.conflict == "1" ? "" : fmt::format(", {}-way conflict", row.conflict));
}

/// The counters of the extract's lines.
Notes notes_on(const Rows& rows, const Extract& extract, const Sources& sources, Letters& letters) {
  const std::set<int> lines(extract.lines.begin(), extract.lines.end());
  Rows here;
  for (const auto& row : rows)
    if (lines.count(row.first.line) > 0 && sources(row.first.file).name == extract.file) here.insert(row);
  Notes notes;
  for (const auto& [row, kernels] : here) {
    const auto same = std::count_if(here.begin(), here.end(), [&row = row](const auto& other) {
      return other.first.line == row.line && other.first.access == row.access;
    });
    notes.counters[row.line].push_back(counters_of(row) + (same > 1 ? letters.of(kernels) : ""));
  }
  return notes;
}

void add_sentences(Notes& notes, const Report& report, const Extract& extract, const Sources& sources) {
  for (const Kernel& kernel : report.kernels)
    for (const Access& access : kernel.lines)
      if (const auto sentence = advice(access); sentence && sources(access.file).name == extract.file)
        notes.advice[access.line].insert(*sentence);
  for (const Hazard& hazard : report.hazards)
    for (const Place& place : {hazard.first, hazard.second}) {
      if (place.line == 0 || sources(place.file).name != extract.file) continue;
      std::vector<std::string>& said = notes.counters[place.line];
      if (std::find(said.begin(), said.end(), hazard.kind) == said.end()) said.push_back(hazard.kind);
    }
}

/// The code, with what was counted in comments that start with an arrow: behind their line where it fits, else below it.
std::string annotated(const Source& source, const Extract& extract, const Notes& notes) {
  constexpr std::size_t width = 100;
  std::string text;
  const std::vector<std::string> code = moved_left(source.lines, extract.lines);
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::string indent(std::min(code[i].find_first_not_of(' '), code[i].size()), ' ');
    text += code[i];
    if (const auto found = notes.counters.find(extract.lines[i]); found != notes.counters.end()) {
      const std::string comment = fmt::format("// → {}", fmt::join(found->second, "; "));
      const bool behind = code[i].find("//") == std::string::npos &&
                          code[i].size() + 2 + tutorial::text::width(comment) <= width;
      text += (behind ? "  " : "\n" + indent) + comment;
    }
    text += "\n";
    if (const auto said = notes.advice.find(extract.lines[i]); said != notes.advice.end())
      for (const std::string& sentence : said->second) text += fmt::format("{}// → {}\n", indent, sentence);
  }
  return fmt::format("```cuda\n{}```\n\n", text);
}

}  // namespace

std::string counters_markdown(const Report& report, const Sources& sources) {
  const Names all = names_of(report);
  return table_of(rows_of(report), all, sources) + barriers_sentence(report, all) + hazards_sentence(report) +
         "\n";
}

std::string counters_beside_code(const Report& report, const Sources& sources,
                                 const std::vector<Extract>& extracts) {
  const Names all = names_of(report);
  const Rows rows = rows_of(report);
  Letters letters;
  std::string text;
  for (const Extract& extract : extracts) {
    Notes notes = notes_on(rows, extract, sources, letters);
    if (notes.counters.empty())
      throw Failure(exit_wrong, fmt::format("none of these lines of {} accesses memory in what has run: {}",
                                            extract.file, fmt::join(extract.lines, " ")));
    add_sentences(notes, report, extract, sources);
    text += annotated(sources(extract.file), extract, notes);
  }
  return text + letters.text(all) + barriers_sentence(report, all) + hazards_sentence(report) + "\n";
}

}  // namespace tutorial::driver::lens
