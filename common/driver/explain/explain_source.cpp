#include "driver/explain/explain_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "driver/data/source_extract.hpp"
#include "driver/explain/explain_picture.hpp"
#include "support/text.hpp"

namespace tutorial::driver::lens {
namespace {

constexpr std::size_t counter_columns = 43;

std::string heading() {
  return fmt::format("{:13}{:>11}{:>9}{:>10}", "access", "sectors", "conflict", "bytes");
}

/// One access: "global load         32 / 4               4.19 MB", as wide as the heading.
std::string counters(const Access& access) {
  const std::string what = fmt::format("{} {}", name_of(access.space), access.op);
  std::string sectors;
  std::string conflict;
  if (access.space != Space::global) {
    conflict = access.conflict_degree > 1 ? fmt::format("{}-way", access.conflict_degree) : "none";
  } else {
    sectors = fmt::format("{} / {}", short_number(access.sectors_per_request),
                          short_number(access.ideal_sectors_per_request));
  }
  const std::string bytes = tutorial::text::bytes(static_cast<double>(access.bytes));
  return fmt::format("{:13}{:>11}{:>9}{:>10}", what, sectors, conflict, bytes);
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string title(const Kernel& kernel, const Style& style) {
  std::string text =
      inked(kernel.name, Ink::bold, style) + ": " + counted(kernel.launches, "launch", "launches") + " of ";
  text += kernel.launches == 1 ? counted(kernel.blocks, "block", "blocks")
                               : fmt::format("{} in all", counted(kernel.blocks, "block", "blocks"));
  if (kernel.watched_blocks < kernel.blocks)
    text += fmt::format(", {} of them watched", kernel.watched_blocks);
  if (kernel.barriers > 0) text += ", " + counted(kernel.barriers, "barrier", "barriers");
  return text + "\n";
}

/// What stands beside a line: its counters, and what is said below it.
struct Beside {
  struct Entry {
    std::string text;
    Ink ink;
  };
  std::vector<Entry> entries;
  std::vector<std::string> below;
  bool hazard = false;
};

using ByLine = std::map<int, Beside>;

/// All there is to say about a kernel, by file and line.
std::map<std::string, ByLine> notes_on(const Kernel& kernel, const Report& report) {
  std::map<std::string, ByLine> notes;
  for (const Access& access : kernel.lines) {
    Beside& beside = notes[access.file][access.line];
    beside.entries.push_back({counters(access), access.wastes_half() ? Ink::bad : Ink::good});
    if (const auto sentence = advice(access)) beside.below.push_back(*sentence);
  }
  for (const Barrier& barrier : kernel.barriers_by_line) {
    const std::string text = fmt::format("{} × {}", barrier.what, barrier.times);
    notes[barrier.file][barrier.line].entries.push_back({text, Ink::plain});
  }
  for (const Hazard& hazard : report.hazards) {
    if (hazard.kernel != kernel.name) continue;
    for (const Place& place : {hazard.first, hazard.second})
      if (place.line > 0) notes[place.file][place.line].hazard = true;
  }
  return notes;
}

std::string source_row(const Beside::Entry& entry, const std::string& number, const std::string& text,
                       bool hazard, const Style& style) {
  const std::size_t width = tutorial::text::width(entry.text);
  const std::string gap(width < counter_columns ? counter_columns - width : 0, ' ');
  std::string row = inked(entry.text, entry.ink, style) + gap +
                    inked(fmt::format("{:>5}", number), Ink::dim, style) +
                    inked(hazard ? "!" : " ", Ink::bad, style) + inked("│ ", Ink::dim, style) + text;
  row.erase(row.find_last_not_of(' ') + 1);
  return row + "\n";
}

std::string file_text(const Source& source, const ByLine& notes, const Style& style) {
  const std::size_t room = style.columns - counter_columns - 8;
  std::set<int> wanted;
  for (const auto& [line, beside] : notes) wanted.insert(line);
  std::set<int> shown = lines_to_show(source.lines, wanted);
  shown.insert(wanted.begin(), wanted.end());  // even if the file is not there

  std::string text;
  int before = 0;
  for (const int line : shown) {
    if (before > 0 && line > before + 1) text += source_row({"", Ink::plain}, "⋮", "", false, style);
    before = line;
    const auto found = notes.find(line);
    const Beside beside = found == notes.end() ? Beside{} : found->second;
    const bool known = line >= 1 && line <= static_cast<int>(source.lines.size());
    const std::string code = known ? source.lines[static_cast<std::size_t>(line - 1)] : "";
    // What has counters is shown whole, context as far as it fits.
    const std::vector<std::string> pieces =
        beside.entries.empty() && !beside.hazard ? std::vector{cut(code, room)} : wrapped(code, room);
    for (std::size_t i = 0; i < std::max(pieces.size(), beside.entries.size()); ++i) {
      const std::string number = i > 0 ? "" : line > 0 ? std::to_string(line) : "?";
      text += source_row(
          i < beside.entries.size() ? beside.entries[i] : Beside::Entry{"", Ink::plain}, number,
          i < pieces.size() ? inked(pieces[i], beside.entries.empty() ? Ink::dim : Ink::plain, style) : "",
          i == 0 && beside.hazard, style);
    }
    for (const std::string& sentence : beside.below) {
      // Sentences start left of the source: they are no part of it.
      for (const std::string& piece : wrapped("  → " + sentence, style.columns))
        text += inked(piece, Ink::bad, style) + "\n";
    }
  }
  return text;
}

bool has_constants(const Report& report) {
  for (const Kernel& kernel : report.kernels)
    for (const Access& access : kernel.lines)
      if (access.space == Space::constant) return true;
  return false;
}

}  // namespace

std::string kernels_text(const Report& report, const Sources& sources, const Style& style,
                         const Ending& ending) {
  std::string text;
  for (const Kernel& kernel : report.kernels) {
    text += (text.empty() ? "" : "\n") + title(kernel, style);
    for (const auto& [file, notes] : notes_on(kernel, report)) {
      const Source source = sources(file);
      text += inked(source.name, Ink::dim, style) + "\n";
      text += inked(heading(), Ink::dim, style) + inked(" line", Ink::dim, style) + "\n";
      text += file_text(source, notes, style);
    }
    if (!ending) continue;
    const std::string last = ending(kernel.name);
    if (last.empty()) continue;
    for (const std::string& piece : wrapped(last, style.columns)) text += piece + "\n";
  }
  if (text.empty()) return text;
  text +=
      "\nsectors: 32-byte sectors that a request of a warp touches / the fewest that could hold what it "
      "wants\n"
      "conflict: different words that a request asks of one bank of shared memory, which serves one a "
      "turn\n";
  if (has_constants(report))
    text += "conflict of constant memory: different words that a request asks for, one a turn\n";
  return text;
}

std::string hazards_text(const Report& report, const Sources& sources, const Style& style) {
  std::string text;
  for (const Hazard& hazard : report.hazards) {
    text += text.empty() ? "" : "\n";
    if (hazard.first.line != 0)  // as compilers do, for the sake of editors; which column, nobody knows
      text += fmt::format("{}:{}:1: ", sources(hazard.first.file).path, hazard.first.line);
    text += inked("warning: " + hazard.kind, Ink::bad, style);
    if (!hazard.kernel.empty()) text += " in " + inked(hazard.kernel, Ink::bold, style);
    if (hazard.times > 1) text += fmt::format(", seen {} times", hazard.times);
    text += "\n";
    std::vector<const Place*> places = {&hazard.first};
    if (hazard.second.line != hazard.first.line || hazard.second.file != hazard.first.file)
      places.push_back(&hazard.second);
    for (const Place* place : places) {
      if (place->line == 0) continue;
      const Source source = sources(place->file);
      const auto line = static_cast<std::size_t>(place->line);
      std::string code = line <= source.lines.size() ? source.lines[line - 1] : "";
      code.erase(0, std::min(code.find_first_not_of(' '), code.size()));
      text += fmt::format("  {}:{}  {}\n", source.name, place->line, inked(code, Ink::plain, style));
    }
    for (const std::string& piece : wrapped("  " + hazard.text, style.columns)) text += piece + "\n";
  }
  return text;
}

}  // namespace tutorial::driver::lens
