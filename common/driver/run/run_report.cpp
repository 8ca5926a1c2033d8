#include "driver/run/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>

#include "support/table.hpp"
#include "support/text.hpp"

namespace tutorial::driver {
namespace {

/// The text all rows share, or "" where they differ.
std::string shared(const std::vector<Line>& lines, const std::function<std::string(const Row&)>& field) {
  std::string text;
  for (const Line& line : lines) {
    if (!line.row) continue;
    if (!text.empty() && field(*line.row) != text) return "";
    text = field(*line.row);
  }
  return text;
}

std::string name_text(const Line& line) {
  const Program& program = *line.result->program;
  if (line.reference)
    return fmt::format("{} ({})", program.name,
                       program.part.empty() ? short_name(program.chapter) : program.part);
  if (program.role == Role::ceiling) return program.name + " (ceiling)";
  return program.name;
}

std::string indented(const std::string& text, const char* by) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += by + line + "\n";
  return out;
}

/// Of a line of the table.
std::size_t width_of(const std::vector<tutorial::Column>& columns) {
  const std::string table = tutorial::aligned_table(columns);
  return table.find('\n', table.find('\n') + 1) - table.find('\n') - 1;  // of the rule below the titles
}

/// The name of the demo that all lines are of: a table of its own, which needs no column for it. "" for a ladder.
std::string demo_of(const std::vector<Line>& lines) {
  const auto same = [&](const Line& line) { return line.result == lines.front().result; };
  if (lines.empty() || lines.front().result->program->role != Role::demo) return "";
  return std::all_of(lines.begin(), lines.end(), same) ? lines.front().result->program->name : "";
}

/// A size and a type that all rows share, and the columns that have a value in some row.
struct Table {
  std::string caption;
  std::vector<tutorial::Column> columns;
};

Table table_of(const std::vector<Line>& lines) {
  std::vector<tutorial::Column> columns;
  const auto add = [&](const char* title, bool right, auto&& cell_of) {
    tutorial::Column column{title, right};
    for (const Line& line : lines) column.cells.push_back(cell_of(line));
    const auto empty = [](const std::string& cell) { return cell.empty(); };
    if (std::all_of(column.cells.begin(), column.cells.end(), empty)) return;
    std::replace(column.cells.begin(), column.cells.end(), std::string(), std::string("-"));
    columns.push_back(std::move(column));
  };
  // A cell of a row, and one of a line's ratios; "" where there is none.
  const auto of_row = [](auto&& text_of) {
    return [text_of](const Line& line) { return line.row ? std::string(text_of(*line.row)) : ""; };
  };
  const auto value = [&](std::optional<double> Row::*field, auto&& text_of) {
    return of_row([field, text_of](const Row& row) { return row.*field ? text_of(*(row.*field)) : ""; });
  };
  const auto ratio_of = [](std::optional<double> Line::*field) {
    return [field](const Line& line) { return line.*field ? tutorial::text::ratio(*(line.*field)) : ""; };
  };

  const std::string size = shared(lines, [](const Row& row) { return row.size; });
  const std::string type = shared(lines, [](const Row& row) { return row.type; });
  const std::string demo = demo_of(lines);
  if (demo.empty()) add("rung", false, name_text);
  add("variant", false, of_row([](const Row& row) { return row.variant; }));
  if (size.empty()) add("size", true, of_row([](const Row& row) { return row.size; }));
  if (type.empty()) add("type", false, of_row([](const Row& row) { return row.type; }));
  add("time", true, value(&Row::median_s, tutorial::text::seconds));
  add("spread", true, value(&Row::spread, tutorial::text::plus_minus));
  add("throughput", true, of_row([](const Row& row) {
        return row.throughput ? tutorial::text::number(*row.throughput) + " " + row.unit : "";
      }));
  add("of ceiling", true, value(&Row::ceiling_fraction, tutorial::text::percent));
  add("vs before", true, ratio_of(&Line::over_before));
  add("vs naive", true, ratio_of(&Line::over_naive));
  add("vs CPU", true, ratio_of(&Line::over_baseline));
  add("check", false, [](const Line& line) { return line.check; });

  std::string caption = demo;
  if (!size.empty()) caption += (caption.empty() ? "size " : ", size ") + size;
  if (!type.empty()) caption += (caption.empty() ? "" : ", ") + type;
  return {caption, columns};
}

/// What a step is compared with on a page: the fastest row of the program above, or the first row of a program that has none above it.
const Line* step_before(const std::vector<Line>& lines, const Line& line) {
  const auto comparable = [&](const Line& other) {
    return &other != &line && other.row && line.row && other.row->verified && other.row->median_s &&
           !other.row->peer && other.row->size == line.row->size && other.row->type == line.row->type;
  };
  const Line* found = nullptr;
  const Line* first = nullptr;
  for (const Line& other : lines) {
    if (&other == &line) break;
    if (!comparable(other)) continue;
    if (other.result == line.result) {
      if (!first) first = &other;
    } else if (other.result->program->role != Role::ceiling) {
      const bool faster =
          found && found->result == other.result && *other.row->median_s > *found->row->median_s;
      if (!faster) found = &other;
    }
  }
  return found ? found : first;
}

std::string speedup(const std::vector<Line>& lines, const Line& line) {
  if (!line.row || line.row->peer || !line.row->verified || !line.row->median_s || *line.row->median_s <= 0)
    return "";
  if (line.result->program->role == Role::ceiling) return "";
  const Line* before = step_before(lines, line);
  return before ? fmt::format("{:.2f}x", *before->row->median_s / *line.row->median_s) : "";
}

/// As a page has it, without the rungs of the ladder below: step and variant, time, per cent of the peak (or the throughput, where there is none), speedup over the step before.
Table page_table_of(const std::vector<Line>& lines, const std::string& only) {
  std::vector<const Line*> shown;
  for (const Line& line : lines)
    if (!line.reference && (only.empty() || line.result->program->name == only)) shown.push_back(&line);
  std::vector<tutorial::Column> columns;
  const auto add = [&](const char* title, bool right, auto&& cell_of) {
    tutorial::Column column{title, right};
    for (const Line* line : shown) column.cells.push_back(cell_of(*line));
    if (std::all_of(column.cells.begin(), column.cells.end(),
                    [](const std::string& cell) { return cell.empty(); }))
      return false;
    std::replace(column.cells.begin(), column.cells.end(), std::string(), std::string("-"));
    columns.push_back(std::move(column));
    return true;
  };
  const std::string size = shared(lines, [](const Row& row) { return row.size; });
  const std::string type = shared(lines, [](const Row& row) { return row.type; });
  std::string caption = only.empty() ? demo_of(lines) : only;
  const bool one_program = !caption.empty();
  add(one_program ? "variant" : "step and variant", false, [&](const Line& line) {
    if (!line.row) return name_text(line);
    return one_program ? line.row->variant : name_text(line) + ": " + line.row->variant;
  });
  if (size.empty()) add("size", true, [](const Line& line) { return line.row ? line.row->size : ""; });
  if (type.empty()) add("type", false, [](const Line& line) { return line.row ? line.row->type : ""; });
  add("time", true, [](const Line& line) {
    return line.row && line.row->median_s ? tutorial::text::seconds(*line.row->median_s) : "";
  });
  const bool has_peak = add("% of peak", true, [](const Line& line) {
    return line.row && line.row->ceiling_fraction ? fmt::format("{:.1f}%", 100 * *line.row->ceiling_fraction)
                                                  : "";
  });
  if (!has_peak)
    add("throughput", true, [](const Line& line) {
      return line.row && line.row->throughput
                 ? tutorial::text::number(*line.row->throughput) + " " + line.row->unit
                 : "";
    });
  add("speedup", true, [&](const Line& line) { return speedup(lines, line); });
  if (std::any_of(shown.begin(), shown.end(), [](const Line* line) { return line->check != "ok"; }))
    add("check", false, [](const Line& line) { return line.check; });
  if (!size.empty()) caption += (caption.empty() ? "size " : ", size ") + size;
  if (!type.empty()) caption += (caption.empty() ? "" : ", ") + type;
  return {caption, columns};
}

}  // namespace

std::string ladder_text(const std::vector<Line>& lines, std::size_t room) {
  constexpr const char* margin = "  ";
  Table table = table_of(lines);
  for (const char* least : {"vs CPU", "vs naive", "spread", "throughput", "of ceiling"})
    if (width_of(table.columns) + text::width(margin) > room)
      std::erase_if(table.columns, [&](const tutorial::Column& column) { return column.title == least; });
  const std::string caption = table.caption.empty() ? "" : table.caption + "\n";
  return indented(caption + tutorial::aligned_table(table.columns), margin);
}

std::string ladder_markdown(const std::vector<Line>& lines, const std::string& only) {
  const Table table = page_table_of(lines, only);
  const std::string caption = table.caption.empty() ? "" : "**" + table.caption + "**\n\n";
  return caption + tutorial::markdown_table(table.columns);
}

std::string failures_text(const std::vector<const Result*>& results) {
  std::string text;
  for (const Result* result : results) {
    if (result->right()) continue;
    text +=
        fmt::format("  {}: {}\n", result->program->name, result->failure.empty() ? "wrong" : result->failure);
    text += indented(result->messages, "    ");
  }
  return text;
}

}  // namespace tutorial::driver
