#include "driver/break/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "support/table.hpp"

namespace tutorial::driver {
namespace {

constexpr std::size_t most_rows = 9;
constexpr std::size_t most_columns = 5;
constexpr std::size_t column_width = 24;

LaunchSize size_of(const RunLog& log, std::uint64_t launch) {
  const auto known = log.launches.find(launch);
  return known == log.launches.end() ? LaunchSize{} : known->second;
}

std::string place_text(const Step& step) {
  return step.line == 0 ? "?" : fmt::format("{}:{}", step.file.substr(step.file.rfind('/') + 1), step.line);
}

bool same_thread(const Step& a, const Step& b) {
  return a.launch == b.launch && a.block == b.block && a.thread == b.thread;
}

/// Each wait and what the thread does then; without waits, all that these threads do.
std::vector<std::size_t> important_steps(const std::vector<Step>& steps, const std::vector<Moment>& waiting) {
  std::vector<std::size_t> waits, others;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_one_of_them = std::any_of(waiting.begin(), waiting.end(), [&](const Moment& moment) {
      return moment.launch == steps[i].launch && moment.block == steps[i].block &&
             moment.thread == steps[i].thread;
    });
    if (is_one_of_them) others.push_back(i);
    if (steps[i].kind != "wait") continue;
    waits.push_back(i);
    for (std::size_t later = i + 1; later < steps.size(); ++later)
      if (same_thread(steps[later], steps[i])) {
        waits.push_back(later);
        break;
      }
  }
  return waits.empty() ? others : waits;
}

/// Indices of the steps to show, in order.
std::vector<std::size_t> shown(const std::vector<Step>& steps, const std::vector<Moment>& waiting) {
  const std::vector<std::size_t> important = important_steps(steps, waiting);
  std::vector<bool> taken(steps.size(), false);
  std::size_t left = most_rows;
  // Nearest first: what happens between, just before and just after a wait says what it does.
  for (std::size_t distance = 0; distance < steps.size() && left != 0; ++distance)
    for (const std::size_t i : important)
      for (const std::size_t at : {i + distance, i - distance})
        if (at < steps.size() && !taken[at] && left != 0) {
          taken[at] = true;
          --left;
        }
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (taken[i]) rows.push_back(i);
  return rows;
}

std::string does_text(const Step& step) {
  const std::string before = number_text(step.before, step.bytes),
                    after = number_text(step.after, step.bytes);
  if (step.kind == "wait") return "waits";
  if (step.kind == "read") return "reads " + before;
  const std::string verb = step.kind == "atomic" ? "atomically " : "writes ";
  return verb + (step.before == step.after ? after : fmt::format("{} over {}", after, before));
}

}  // namespace

std::string index_text(std::uint64_t linear, const Size& size) {
  const std::uint64_t row = linear / size.x;
  return fmt::format("({},{},{})", linear % size.x, row % size.y, row / size.y);
}

std::string thread_text(const RunLog& log, std::uint64_t launch, std::uint64_t block, unsigned thread) {
  const LaunchSize size = size_of(log, launch);
  return fmt::format("thread {} of block {}", index_text(thread, size.block), index_text(block, size.grid));
}

std::string number_text(std::uint64_t value, unsigned bytes) {
  const auto whole = static_cast<std::int64_t>(bytes == 4   ? static_cast<std::int32_t>(value)
                                               : bytes == 2 ? static_cast<std::int16_t>(value)
                                               : bytes == 1 ? static_cast<std::int8_t>(value)
                                                            : static_cast<std::int64_t>(value));
  double real = 0;
  if (bytes == 4) {
    float single = 0;
    const auto bits = static_cast<std::uint32_t>(value);
    std::memcpy(&single, &bits, sizeof single);
    real = static_cast<double>(single);
  } else if (bytes == 8) {
    std::memcpy(&real, &value, sizeof real);
  }
  const bool unlikely = whole > 1'000'000 || whole < -1'000'000;
  if (unlikely && std::isfinite(real) && std::fabs(real) > 1e-9 && std::fabs(real) < 1e12)
    return fmt::format("{:.7g}", real);
  return std::to_string(whole);
}

std::string steps_table(const RunLog& log, const std::vector<Moment>& waiting) {
  std::vector<Column> columns = {{"step", true}, {"block"}, {"thread"}, {"warp", true},
                                 {"lane", true}, {"line"},  {"does"}};
  std::size_t next = 0;
  for (const std::size_t i : shown(log.steps, waiting)) {
    const Step& step = log.steps[i];
    if (i != next) {
      for (Column& column : columns) column.cells.emplace_back("");
      columns.back().cells.back() = fmt::format("… {} more", i - next);
    }
    next = i + 1;
    const LaunchSize size = size_of(log, step.launch);
    const std::string cells[] = {std::to_string(i + 1),
                                 index_text(step.block, size.grid),
                                 index_text(step.thread, size.block),
                                 std::to_string(step.thread / 32),
                                 std::to_string(step.thread % 32),
                                 place_text(step),
                                 does_text(step)};
    for (std::size_t column = 0; column < columns.size(); ++column)
      columns[column].cells.push_back(cells[column]);
  }
  return aligned_table(columns);
}

std::string steps_picture(const RunLog& log, const std::vector<Moment>& waiting) {
  const std::vector<std::size_t> rows = shown(log.steps, waiting);
  std::vector<const Step*> threads;
  for (const std::size_t i : rows)
    if (std::none_of(threads.begin(), threads.end(),
                     [&](const Step* known) { return same_thread(*known, log.steps[i]); }))
      threads.push_back(&log.steps[i]);
  if (threads.empty() || threads.size() > most_columns) return "";
  std::string text = "     ";
  for (const Step* each : threads) {
    const LaunchSize size = size_of(log, each->launch);
    text += fmt::format(" {:<{}}", index_text(each->block, size.grid) + index_text(each->thread, size.block),
                        column_width);
  }
  text = text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  std::vector<bool> waits(threads.size(), false);
  for (const std::size_t i : rows) {
    const Step& step = log.steps[i];
    std::string line = fmt::format("{:>4} ", i + 1);
    for (std::size_t column = 0; column < threads.size(); ++column) {
      const bool mine = same_thread(*threads[column], step);
      if (mine) waits[column] = step.kind == "wait";
      const std::string cell = mine            ? fmt::format(":{} {}", step.line, does_text(step))
                               : waits[column] ? "┆"
                                               : "│";
      line += fmt::format(" {:<{}}", cell, column_width);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace tutorial::driver
