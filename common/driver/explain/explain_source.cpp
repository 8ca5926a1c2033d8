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
constexpr std::size_t least_room =
    60;  ///< columns of code beside the counters; with fewer, they go below the line

bool below_the_line(const Style& style) { return style.columns < counter_columns + 8 + least_room; }

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

/// The same as words: "global load: 32 sectors per request, minimum 4; 4.19 MB".
std::string counters_in_words(const Access& access) {
  std::string cost;
  if (access.space == Space::global)
    cost = fmt::format("{} sector{} per request, minimum {}", short_number(access.sectors_per_request),
                       short_number(access.sectors_per_request) == "1" ? "" : "s",
                       short_number(access.ideal_sectors_per_request));
  else
    cost =
        access.conflict_degree > 1 ? fmt::format("{}-way conflict", access.conflict_degree) : "no conflict";
  return fmt::format("{} {}: {}; {}", name_of(access.space), access.op, cost,
                     tutorial::text::bytes(static_cast<double>(access.bytes)));
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

/// The text next to a line: its counters, and the lines below it.
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
std::map<std::string, ByLine> notes_on(const Kernel& kernel, const Report& report, bool in_words) {
  std::map<std::string, ByLine> notes;
  for (const Access& access : kernel.lines) {
    Beside& beside = notes[access.file][access.line];
    beside.entries.push_back({in_words ? counters_in_words(access) : counters(access),
                              access.wastes_half() ? Ink::bad : Ink::good});
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

std::string narrow_row(const std::string& number, const std::string& text, bool hazard, const Style& style) {
  std::string row = inked(fmt::format("{:>5}", number), Ink::dim, style) +
                    inked(hazard ? "!" : " ", Ink::bad, style) + inked("│ ", Ink::dim, style) + text;
  row.erase(row.find_last_not_of(' ') + 1);
  return row + "\n";
}

/// A line of the source, its counters beside or below it, and the advice.
std::string line_text(const std::string& code, int line, const Beside& beside, const Style& style) {
  const bool below = below_the_line(style);
  const std::size_t room = style.columns - 8 - (below ? 0 : counter_columns);
  const std::size_t entries = below ? 0 : beside.entries.size();
  const std::vector<std::string> pieces = wrapped(code, room);
  std::string text;
  for (std::size_t i = 0; i < std::max(pieces.size(), entries); ++i) {
    const std::string number = i > 0 ? "" : line > 0 ? std::to_string(line) : "?";
    const std::string piece =
        i < pieces.size() ? inked(pieces[i], beside.entries.empty() ? Ink::dim : Ink::plain, style) : "";
    const bool hazard = i == 0 && beside.hazard;
    text += below ? narrow_row(number, piece, hazard, style)
                  : source_row(i < entries ? beside.entries[i] : Beside::Entry{"", Ink::plain}, number, piece,
                               hazard, style);
  }
  for (std::size_t i = entries; i < beside.entries.size(); ++i)
    for (const std::string& piece : wrapped("      ^ " + beside.entries[i].text, style.columns))
      text += inked(piece, beside.entries[i].ink, style) + "\n";
  for (const std::string& sentence : beside.below) {
    // Sentences start left of the source: they are no part of it.
    for (const std::string& piece : wrapped((below ? "      → " : "  → ") + sentence, style.columns))
      text += inked(piece, Ink::bad, style) + "\n";
  }
  return text;
}

std::string file_text(const Source& source, const ByLine& notes, const Style& style) {
  std::set<int> wanted;
  for (const auto& [line, beside] : notes) wanted.insert(line);
  std::set<int> shown = lines_to_show(source.lines, wanted);
  shown.insert(wanted.begin(), wanted.end());  // even if the file is not there

  std::string text;
  int before = 0;
  for (const int line : shown) {
    if (before > 0 && line > before + 1)
      text += below_the_line(style) ? narrow_row("⋮", "", false, style)
                                    : source_row({"", Ink::plain}, "⋮", "", false, style);
    before = line;
    const auto found = notes.find(line);
    const bool known = line >= 1 && line <= static_cast<int>(source.lines.size());
    text += line_text(known ? source.lines[static_cast<std::size_t>(line - 1)] : "", line,
                      found == notes.end() ? Beside{} : found->second, style);
  }
  return text;
}

/// The kernel's source with its counters.
std::string listing(const Kernel& kernel, const Report& report, const Sources& sources, const Style& style) {
  std::string text;
  for (const auto& [file, notes] : notes_on(kernel, report, below_the_line(style))) {
    const Source source = sources(file);
    text += inked(source.name, Ink::dim, style) + "\n";
    if (!below_the_line(style))
      text += inked(heading(), Ink::dim, style) + inked(" line", Ink::dim, style) + "\n";
    text += file_text(source, notes, style);
  }
  return text;
}

bool has_constants(const Report& report) {
  for (const Kernel& kernel : report.kernels)
    for (const Access& access : kernel.lines)
      if (access.space == Space::constant) return true;
  return false;
}

/// What the words of the listings mean.
std::string legend(const Report& report, const Style& style) {
  std::vector<std::string> sentences = {
      below_the_line(style)
          ? "sectors: of 32 bytes, touched by a request of a warp; minimum: the fewest that hold its data"
          : "sectors: of 32 bytes, touched by a request of a warp / the fewest that hold its data",
      "conflict: n-way: n different words in one bank of shared memory, which are served one after another"};
  if (has_constants(report))
    sentences.emplace_back(
        "conflict of constant memory: n different words in one request, which are served one after another");
  std::string text = "\n";
  for (const std::string& sentence : sentences)
    for (const std::string& piece : wrapped(sentence, style.columns)) text += piece + "\n";
  return text;
}

}  // namespace

std::string kernels_text(const Report& report, const Sources& sources, const Style& style,
                         const Ending& ending) {
  std::string text;
  std::map<std::string, std::string> shown;  // listings, with the kernel that each one was printed for
  for (const Kernel& kernel : report.kernels) {
    text += (text.empty() ? "" : "\n") + title(kernel, style);
    const std::string made = listing(kernel, report, sources, style);
    const auto [same, is_new] = shown.emplace(made, kernel.name);
    text += is_new || made.empty() ? made : "the same counters as " + same->second + "\n";
    if (!ending) continue;
    const std::string last = ending(kernel.name);
    if (last.empty()) continue;
    for (const std::string& piece : wrapped(last, style.columns)) text += piece + "\n";
  }
  return text.empty() ? text : text + legend(report, style);
}

std::string hazards_text(const Report& report, const Sources& sources, const Style& style) {
  std::string text;
  for (const Hazard& hazard : report.hazards) {
    text += text.empty() ? "" : "\n";
    if (hazard.first.line != 0)  // as compilers do, for the sake of editors; the column is unknown
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
