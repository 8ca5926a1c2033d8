#include "driver/bench/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "support/output_file.hpp"
#include "support/table.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

Key key_of(const Row& row) { return {row.program, row.variant, row.size, row.type, row.arguments}; }

Pair::Move move_of(const Row& a, const Row& b) {
  if (a.verified && b.wrong()) return Pair::Move::wrong;
  if (a.wrong() && b.verified) return Pair::Move::right;
  if (!a.median_s || !b.median_s) return Pair::Move::none;
  const double ranges =
      *a.median_s * a.spread.value_or(spread_of_one_run) + *b.median_s * b.spread.value_or(spread_of_one_run);
  if (std::abs(*b.median_s - *a.median_s) <= ranges) return Pair::Move::none;
  return *b.median_s < *a.median_s ? Pair::Move::faster : Pair::Move::slower;
}

std::string verdict_text(const Pair& pair) {
  if (!pair.b) return "gone";
  if (!pair.a) return "new";
  switch (pair.move) {
    case Pair::Move::none: return "";
    case Pair::Move::faster: return "faster";
    case Pair::Move::slower: return "SLOWER";
    case Pair::Move::wrong: return "WRONG, was right";
    case Pair::Move::right: return "right, was wrong";
  }
  return "";
}

std::string machine_text(const Results& results) {
  const auto field = [&](const char* name) {
    const std::string value = results.about_field(name);
    return value.empty() ? "-" : value;
  };
  return fmt::format("{}: {}, driver {}, CUDA {}, {}, commit {}{}{}", results.file.string(), field("device"),
                     field("driver"), field("cuda"), field("date"), field("commit").substr(0, 12),
                     results.about_field("changes").empty() ? "" : " and changes",
                     results.complete ? "" : " (unfinished)");
}

}  // namespace

std::vector<Pair> pairs_of(const Results& a, const Results& b) {
  std::map<Key, const Row*> in_b;
  for (const Row& row : b.rows) in_b.emplace(key_of(row), &row);
  std::vector<Pair> pairs;
  std::set<Key> seen;
  for (const Row& row : a.rows) {
    if (!seen.insert(key_of(row)).second) continue;
    Pair pair;
    pair.a = &row;
    if (const auto found = in_b.find(key_of(row)); found != in_b.end()) {
      pair.b = found->second;
      pair.move = move_of(row, *pair.b);
      if (row.median_s && pair.b->median_s && *pair.b->median_s > 0)
        pair.speed = *row.median_s / *pair.b->median_s;
    }
    pairs.push_back(pair);
  }
  for (const Row& row : b.rows)
    if (seen.insert(key_of(row)).second) pairs.push_back({nullptr, &row, {}, Pair::Move::none});
  return pairs;
}

std::string pairs_text(const std::vector<Pair>& pairs) {
  std::vector<tutorial::Column> columns;
  const auto add = [&](const char* title, bool right, auto&& cell_of) {
    tutorial::Column column{title, right};
    for (const Pair& pair : pairs) {
      const std::string cell = cell_of(pair);
      column.cells.push_back(cell.empty() && right ? "-" : cell);
    }
    columns.push_back(std::move(column));
  };
  const auto either = [](std::string Row::*field) {
    return [field](const Pair& pair) { return (pair.a ? pair.a : pair.b)->*field; };
  };
  const auto time_of = [](const Row* Pair::*side) {
    return [side](const Pair& pair) {
      const Row* row = pair.*side;
      if (!row || !row->median_s) return std::string();
      const std::string spread = row->spread ? " " + tutorial::text::plus_minus(*row->spread) : "";
      return tutorial::text::seconds(*row->median_s) + spread;
    };
  };
  add("program", false, either(&Row::program));
  add("variant", false, either(&Row::variant));
  add("size", true, either(&Row::size));
  add("type", false, either(&Row::type));
  add("arguments", false, either(&Row::arguments));
  add("A", true, time_of(&Pair::a));
  add("B", true, time_of(&Pair::b));
  add("B's speed", true,
      [](const Pair& pair) { return pair.speed ? tutorial::text::ratio(*pair.speed) : ""; });
  add("moved", false, verdict_text);

  std::map<std::string, int> counts;
  for (const Pair& pair : pairs) ++counts[verdict_text(pair)];
  std::string text = tutorial::aligned_table(columns);
  text += fmt::format("\n{} rows within the spreads, {} faster, {} slower", counts[""], counts["faster"],
                      counts["SLOWER"]);
  for (const char* rare : {"WRONG, was right", "right, was wrong"})
    if (counts[rare] > 0) text += fmt::format(", {} {}", counts[rare], rare);
  return text + fmt::format("; {} in A alone, {} in B alone\n", counts["gone"], counts["new"]);
}

int compare(const std::string& a, const std::string& b, bool fail_on_slower) {
  const Results before = read_results(a);
  const Results after = read_results(b);
  const std::vector<Pair> pairs = pairs_of(before, after);
  tutorial::write_standard_output(
      fmt::format("A  {}\nB  {}\n\n{}", machine_text(before), machine_text(after), pairs_text(pairs)));
  const bool worse = std::any_of(pairs.begin(), pairs.end(), [](const Pair& pair) {
    return pair.move == Pair::Move::slower || pair.move == Pair::Move::wrong;
  });
  return fail_on_slower && worse ? exit_wrong : exit_right;
}

}  // namespace tutorial::driver
