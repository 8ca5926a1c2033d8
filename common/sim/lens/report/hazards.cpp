#include "sim/lens/report/hazards.hpp"

#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>

#include "sim/lens/report/findings.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/report/wording.hpp"
#include "sim/runtime/terminal_columns.hpp"

namespace cudasim::lens {
namespace {

using Json = nlohmann::ordered_json;

std::mutex hazards_mutex;
std::vector<Hazard>& list() {
  static auto& hazards = *new std::vector<Hazard>;
  return hazards;
}

bool same_line(const HazardPlace& a, const HazardPlace& b) { return a.line == b.line && a.file == b.file; }

bool alike(const Hazard& a, const Hazard& b) {
  if (a.kind != b.kind || a.kernel != b.kernel) return false;
  return (same_line(a.first, b.first) && same_line(a.second, b.second)) ||
         (same_line(a.first, b.second) && same_line(a.second, b.first));
}

Json to_json(const std::optional<Index>& index) {
  return index ? Json::array({index->x, index->y, index->z}) : Json(nullptr);
}

Json to_json(const HazardPlace& place) {
  return {{"file", place.file},
          {"line", place.line},
          {"thread", to_json(place.thread)},
          {"block", to_json(place.block)}};
}

std::vector<Hazard> of_list(bool of_notes) {
  tell_findings();
  const std::lock_guard lock(hazards_mutex);
  std::vector<Hazard> found;
  for (const Hazard& hazard : list())
    if (is_note(hazard.kind) == of_notes) found.push_back(hazard);
  return found;
}

std::string line_text(const HazardPlace& place) {
  const auto slash = place.file.find_last_of('/');
  return place.file.substr(slash == place.file.npos ? 0 : slash + 1) + ":" + std::to_string(place.line);
}

/// As compilers begin a line, which editors find: "dot.cu:31:1: warning: ". Debug information as it is read here has no columns.
std::string diagnostic_of(const Hazard& hazard) {
  if (hazard.first.line == 0) return "";
  return path_from_here(hazard.first.file) + ":" + std::to_string(hazard.first.line) +
         ":1: " + (is_note(hazard.kind) ? "note: " : "warning: ");
}

/// Without the punctuation that joins it to what stands before it.
std::string without_start(const std::string& text) { return text.substr(text.find_first_not_of(" :,")); }

std::string text_of(const std::vector<Hazard>& all, const std::string& noun, std::size_t columns) {
  if (all.empty()) return "";
  std::string text = std::to_string(all.size()) + " " + noun + (all.size() == 1 ? "\n" : "s\n");
  for (const Hazard& hazard : all) {
    const std::string head = diagnostic_of(hazard) + hazard.kind;
    std::string where;
    if (!hazard.failed.empty())
      where = ": " + hazard.failed + " failed";
    else if (!hazard.kernel.empty())
      where = " in kernel " + hazard.kernel;
    if (columns >= columns_of_files) {  // the text names both lines, too
      if (hazard.first.line != 0) where += ", " + line_text(hazard.first);
      if (hazard.second.line != 0)
        where += (hazard.first.line != 0 ? " and " : ", ") + line_text(hazard.second);
    }
    if (hazard.times > 1) where += ", seen " + std::to_string(hazard.times) + " times";
    const bool fits = columns >= columns_of_files || head.size() + where.size() <= columns;
    text += fits ? head + where + "\n" : head + "\n" + folded(without_start(where), columns, "  ");
    text += folded(hazard.text, columns, "  ");
  }
  return text;
}

/// "Never freed: 8000 bytes of 2 allocations (add.cu:20, add.cu:21)."
std::string leaks_text(const std::vector<Hazard>& leaks, std::size_t columns) {
  if (leaks.empty()) return "";
  std::uint64_t bytes = 0, allocations = 0;
  std::string places;
  for (const Hazard& leak : leaks) {
    bytes += leak.bytes;
    allocations += leak.times;
    if (leak.first.line != 0) places += (places.empty() ? " (" : ", ") + line_text(leak.first);
  }
  if (!places.empty()) places += ")";
  const std::string text = "Never freed: " + std::to_string(bytes) + " bytes" +
                           (allocations == 1 ? "" : " in " + std::to_string(allocations) + " allocations") +
                           places + ".";
  return folded(text, columns, "");
}

}  // namespace

void add_hazard(Hazard hazard) {
  const std::lock_guard lock(hazards_mutex);
  for (Hazard& known : list()) {
    if (!alike(known, hazard)) continue;
    known.times += hazard.times;
    return;
  }
  list().push_back(std::move(hazard));
}

std::vector<Hazard> hazards() {
  std::vector<Hazard> all = of_list(false);
  std::stable_sort(all.begin(), all.end(), [](const Hazard& a, const Hazard& b) {
    return severity_of(a.kind) < severity_of(b.kind);
  });
  return all;
}
std::vector<Hazard> notes() { return of_list(true); }

std::string to_json(const std::vector<Hazard>& list) {
  Json all = Json::array();
  for (const Hazard& hazard : list)
    all.push_back({{"kind", hazard.kind},
                   {"kernel", hazard.kernel},
                   {"first", to_json(hazard.first)},
                   {"second", to_json(hazard.second)},
                   {"text", hazard.text},
                   {"times", hazard.times}});
  return all.dump(2, ' ', false, Json::error_handler_t::replace);
}

bool is_leak(const Hazard& hazard) { return severity_of(hazard.kind) == Severity::leak; }

std::string hazards_text() {
  std::vector<Hazard> all = hazards();
  const auto leaks =
      std::stable_partition(all.begin(), all.end(), [](const Hazard& h) { return !is_leak(h); });
  const std::size_t columns = columns_of(STDERR_FILENO);
  return text_of({all.begin(), leaks}, "hazard", columns) + text_of(notes(), "note", columns) +
         leaks_text({leaks, all.end()}, columns);
}

void clear_hazards() {
  tell_findings();
  const std::lock_guard lock(hazards_mutex);
  list().clear();
}

}  // namespace cudasim::lens
