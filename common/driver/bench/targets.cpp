#include "driver/bench/targets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/data/ladder.hpp"
#include "support/layout.hpp"
#include "support/output_file.hpp"
#include "support/table.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using nlohmann::json;

void replace(std::string& text, const std::string& what, const std::string& by) {
  if (const std::size_t at = text.find(what); at != std::string::npos) text.replace(at, what.size(), by);
}

/// True where one of the patterns, between bars, is that of the text.
bool fits(const std::string& patterns, const std::string& text) {
  if (patterns.empty()) return true;
  std::istringstream in(patterns);
  for (std::string pattern; std::getline(in, pattern, '|');)
    if (fnmatch(pattern.c_str(), text.c_str(), 0) == 0) return true;
  return false;
}

Selector selector_from(const json& entry, const Goal& goal) {
  static const std::map<std::string, std::string Selector::*> fields = {
      {"name", &Selector::name},       {"chapter", &Selector::chapter},    {"ladder", &Selector::ladder},
      {"program", &Selector::program}, {"variant", &Selector::variant},    {"size", &Selector::size},
      {"type", &Selector::type},       {"arguments", &Selector::arguments}};
  Selector selector;
  for (const auto& [name, value] : entry.items()) {
    const auto field = fields.find(name);
    if (field == fields.end()) throw Failure(exit_wrong, fmt::format("a row is not chosen by '{}'", name));
    selector.*(field->second) = value.get<std::string>();
  }
  for (const auto& [name, field] : fields) {
    replace(selector.*field, "{size}", goal.size);
    replace(selector.*field, "{type}", goal.type);
  }
  return selector;
}

Target target_from(const json& entry) {
  static const std::map<std::string, Target::Of> known = {{"ceiling", Target::Of::ceiling},
                                                          {"row", Target::Of::row},
                                                          {"peer's speed", Target::Of::peer_speed},
                                                          {"peer's time", Target::Of::peer_time},
                                                          {"seconds", Target::Of::seconds},
                                                          {"G pairs/s", Target::Of::rate},
                                                          {"GB/s", Target::Of::rate},
                                                          {"TFLOP/s", Target::Of::rate}};
  Target target;
  target.unit = entry.at("of");
  const auto of = known.find(target.unit);
  if (of == known.end())
    throw Failure(exit_wrong, fmt::format("a target is not a part of '{}'", target.unit));
  target.of = of->second;
  target.at_most = entry.contains("at_most");
  if (target.at_most == entry.contains("at_least"))
    throw Failure(exit_wrong, "a target is 'at_least' or 'at_most'");
  target.bound = entry.at(target.at_most ? "at_most" : "at_least");
  return target;
}

std::vector<std::string> list_or(const json& entry, const char* name) {
  return entry.contains(name) ? entry.at(name).get<std::vector<std::string>>() : std::vector<std::string>{""};
}

void add_goals(std::vector<Goal>& goals, const json& entry) {
  for (const std::string& size : list_or(entry, "sizes")) {
    for (const std::string& type : list_or(entry, "types")) {
      Goal goal;
      goal.work = entry.at("work");
      goal.size = size;
      goal.type = type;
      goal.ours = selector_from(entry.at("ours"), goal);
      if (entry.contains("peer")) goal.peer = selector_from(entry.at("peer"), goal);
      if (entry.contains("reference")) goal.reference = selector_from(entry.at("reference"), goal);
      for (const json& target : entry.at("targets")) goal.targets.push_back(target_from(target));
      goal.derivation = entry.value("derivation", "");
      goal.limit = entry.value("limit", "");
      goals.push_back(goal);
    }
  }
}

/// The fastest right row that a selector means. A peer may come from outside of the tutorial: no program of ours has run it.
const Row* best(const Manifest& manifest, const Results& results, const Selector& wanted, bool ours) {
  const Row* found = nullptr;
  for (const Row& row : results.rows) {
    const auto program = std::find_if(manifest.programs.begin(), manifest.programs.end(),
                                      [&](const Program& known) { return known.name == row.program; });
    const bool outside = program == manifest.programs.end();
    if ((outside && !row.peer) || !row.verified || !row.median_s || !row.throughput) continue;
    if (ours && (row.peer || program->role == Role::ceiling || program->role == Role::baseline)) continue;
    const bool meant =
        (outside ||
         (fits(wanted.chapter, program->chapter) &&
          (fits(wanted.ladder, program->ladder) || fits(wanted.ladder, core_of(program->ladder))))) &&
        fits(wanted.program, row.program) && fits(wanted.variant, row.variant) &&
        fits(wanted.size, row.size) && fits(wanted.type, row.type) && fits(wanted.arguments, row.arguments);
    if (meant && (!found || *row.median_s < *found->median_s)) found = &row;
  }
  return found;
}

std::string name_of(const Selector& selector) {
  if (!selector.name.empty()) return selector.name;
  for (const std::string* part : {&selector.program, &selector.ladder, &selector.chapter})
    if (!part->empty()) return *part;
  return selector.variant;
}

/// What a target looks at; empty where the row it needs is not there.
std::optional<double> reached(const Target& target, const Verdict& verdict) {
  const Row& ours = *verdict.ours;
  switch (target.of) {
    case Target::Of::ceiling: return ours.ceiling_fraction;
    case Target::Of::row:
      return verdict.reference ? std::optional(*ours.throughput / *verdict.reference->throughput)
                               : std::nullopt;
    case Target::Of::peer_speed:
      return verdict.peer ? std::optional(*verdict.peer->median_s / *ours.median_s) : std::nullopt;
    case Target::Of::peer_time:
      return verdict.peer ? std::optional(*ours.median_s / *verdict.peer->median_s) : std::nullopt;
    case Target::Of::rate: return ours.unit == target.unit ? ours.throughput : std::nullopt;
    case Target::Of::seconds: return ours.median_s;
  }
  return {};
}

std::string value_text(const Target& target, double value) {
  switch (target.of) {
    case Target::Of::rate: return tutorial::text::number(value) + " " + target.unit;
    case Target::Of::seconds: return tutorial::text::seconds(value);
    case Target::Of::peer_speed: return tutorial::text::ratio(value);
    default: return tutorial::text::percent(value);
  }
}

std::string what_misses(const Goal& goal, const Target& target, const Verdict& verdict) {
  if (target.of == Target::Of::row) return "no row of " + name_of(goal.reference);
  if (target.of == Target::Of::peer_speed || target.of == Target::Of::peer_time)
    return "no row of the peer, " + name_of(goal.peer);
  return target.of == Target::Of::ceiling ? "no ceiling was measured"
                                          : verdict.ours->program + " is rated in " + verdict.ours->unit;
}

std::string rate_of(const Row* row) {
  return row ? fmt::format("{} {}, {}", tutorial::text::number(*row->throughput), row->unit,
                           tutorial::text::seconds(*row->median_s))
             : "";
}

/// "4445 GB/s (read)" where the row is rated in what the ceiling is, else what part of it was reached.
std::string ceiling_text(const Row* row) {
  if (!row || !row->ceiling_fraction || *row->ceiling_fraction <= 0) return "";
  const std::string name = row->json.is_object() ? row->json.value("ceiling", "") : "";
  if (row->unit != "GB/s")
    return tutorial::text::percent(*row->ceiling_fraction) + (name.empty() ? "" : " of " + name);
  return fmt::format("{} {}{}", tutorial::text::number(*row->throughput / *row->ceiling_fraction), row->unit,
                     name.empty() ? "" : " (" + name + ")");
}

/// Every row says what it is compared with, or that nothing else does the same work.
std::string peer_text(const Goal& goal, const Verdict& verdict) {
  const std::string name = goal.peer.empty() && goal.peer.name.empty() ? "" : name_of(goal.peer);
  if (!verdict.peer) return name.empty() ? "no peer" : name;
  return (verdict.peer->peer ? name : "no peer; our own " + name) + ": " + rate_of(verdict.peer);
}

/// A row of the table as a few lines, since its cells are sentences: the work and the verdict, then the other columns.
std::string paragraphs(const std::vector<tutorial::Column>& columns) {
  constexpr std::size_t width = 80;
  constexpr std::size_t indent = 16;
  std::string text;
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::vector<std::string> lines =
        tutorial::wrapped(columns.front().cells[row] + ": " + columns.back().cells[row], width);
    for (std::size_t i = 1; i + 1 < columns.size(); ++i) {
      if (columns[i].cells[row] == "-") continue;
      const std::string line =
          fmt::format("{:<{}}{}", "  " + columns[i].title, indent, columns[i].cells[row]);
      const std::vector<std::string> pieces = tutorial::wrapped(line, width, indent);
      lines.insert(lines.end(), pieces.begin(), pieces.end());
    }
    text += (row == 0 ? "" : "\n") + fmt::format("{}", fmt::join(lines, "\n")) + "\n";
  }
  return text;
}

}  // namespace

std::string Target::text(const std::string& peer, const std::string& reference) const {
  const std::string sign = at_most ? "<= " : ">= ";
  const std::string part = fmt::format("{}{:g}% of ", sign, 100 * bound);
  switch (of) {
    case Of::ceiling: return part + "the ceiling";
    case Of::row: return part + reference;
    case Of::peer_speed:
      return bound == 1 && !at_most ? "ahead of " + peer : fmt::format("{}{:g} x {}", sign, bound, peer);
    case Of::peer_time: return part + peer + "'s time";
    case Of::rate: return fmt::format("{}{:g} {}", sign, bound, unit);
    case Of::seconds: return sign + tutorial::text::seconds(bound);
  }
  return "";
}

std::vector<Goal> read_goals(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw Failure(exit_wrong, fmt::format("cannot read {}", file.string()));
  std::vector<Goal> goals;
  try {
    for (const json& entry : json::parse(in)) add_goals(goals, entry);
  } catch (const std::exception& error) {
    throw Failure(exit_wrong, fmt::format("{}: {}", file.string(), error.what()));
  }
  return goals;
}

Verdict judge(const Manifest& manifest, const Results& results, const Goal& goal) {
  Verdict verdict;
  verdict.ours = best(manifest, results, goal.ours, true);
  if (!goal.peer.empty()) verdict.peer = best(manifest, results, goal.peer, false);
  if (!goal.reference.empty()) verdict.reference = best(manifest, results, goal.reference, false);
  if (!verdict.ours) {
    verdict.text = "missing: no row of " + name_of(goal.ours);
    return verdict;
  }
  std::vector<std::string> short_of;
  std::vector<std::string> unknown;
  for (const Target& target : goal.targets) {
    const std::optional<double> value = reached(target, verdict);
    if (!value) {
      unknown.push_back(what_misses(goal, target, verdict));
      continue;
    }
    verdict.reached.push_back(*value);
    const double beyond = *value / target.bound - 1;
    if (target.at_most ? beyond > 0 : beyond < 0)
      short_of.push_back(
          fmt::format("{:.1f}% {}", 100 * std::abs(beyond), target.at_most ? "over" : "short"));
  }
  if (!short_of.empty()) {
    verdict.state = goal.limit.empty() ? Verdict::State::not_met : Verdict::State::limit;
    verdict.text = fmt::format("not met: {}{}", fmt::join(short_of, ", "),
                               goal.limit.empty() ? "" : "; why: " + goal.limit);
  } else if (!unknown.empty()) {
    verdict.text = fmt::format("missing: {}", fmt::join(unknown, ", "));
  } else {
    verdict.state = Verdict::State::met;
    const bool against_peer = verdict.peer && verdict.peer->peer;  // not against a program of ours
    verdict.tie =
        against_peer && std::any_of(goal.targets.begin(), goal.targets.end(), [&](const Target& target) {
          return target.of == Target::Of::peer_speed && is_tie(*reached(target, verdict));
        });
    verdict.text = verdict.tie ? "met: a tie with the peer" : "met";
  }
  return verdict;
}

std::string goals_text(const std::vector<Goal>& goals, const std::vector<Verdict>& verdicts, bool markdown) {
  std::vector<tutorial::Column> columns;
  const auto add = [&](const char* title, auto&& cell_of) {
    tutorial::Column column{title, false};
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const std::string cell = cell_of(goals[i], verdicts[i]);
      column.cells.push_back(cell.empty() ? "-" : cell);
    }
    columns.push_back(std::move(column));
  };
  add("work", [](const Goal& goal, const Verdict&) {
    return goal.work + (goal.size.empty() ? "" : ", " + goal.size) +
           (goal.type.empty() ? "" : ", " + goal.type);
  });
  add("ours", [](const Goal&, const Verdict& verdict) { return rate_of(verdict.ours); });
  add("by", [](const Goal&, const Verdict& verdict) {
    return verdict.ours ? verdict.ours->program + ": " + verdict.ours->variant : std::string();
  });
  add("peer", peer_text);
  add("ceiling", [](const Goal& goal, const Verdict& verdict) {
    return verdict.reference ? name_of(goal.reference) + ": " + rate_of(verdict.reference)
                             : ceiling_text(verdict.ours);
  });
  add("target", [](const Goal& goal, const Verdict&) {
    std::vector<std::string> texts;
    for (const Target& target : goal.targets)
      texts.push_back(target.text(name_of(goal.peer), name_of(goal.reference)));
    return fmt::format("{}", fmt::join(texts, "; "));
  });
  add("derived from", [](const Goal& goal, const Verdict&) { return goal.derivation; });
  add("reached", [](const Goal& goal, const Verdict& verdict) {
    std::vector<std::string> texts;
    for (const Target& target : goal.targets) {
      const std::optional<double> value = verdict.ours ? reached(target, verdict) : std::nullopt;
      if (value) texts.push_back(value_text(target, *value));
    }
    return fmt::format("{}", fmt::join(texts, "; "));
  });
  add("verdict", [](const Goal&, const Verdict& verdict) { return verdict.text; });
  return markdown ? tutorial::markdown_table(columns) : paragraphs(columns);
}

int targets(const Manifest& manifest, const std::filesystem::path& list, const std::filesystem::path& file,
            bool markdown) {
  const std::vector<Goal> goals = read_goals(list);
  Results results = read_results(file);
  const std::vector<Row> others = read_rows(results.file.parent_path() / "peers.json");
  results.rows.insert(results.rows.end(), others.begin(), others.end());
  std::vector<Verdict> verdicts;
  std::map<Verdict::State, int> counts;
  int ties = 0;
  for (const Goal& goal : goals) {
    verdicts.push_back(judge(manifest, results, goal));
    ++counts[verdicts.back().state];
    ties += verdicts.back().tie;
  }
  std::string text;
  const std::string device = results.about_field("device");
  if (!device.empty())
    text = fmt::format("{}, {}{}\n\n", device, results.about_field("date"),
                       results.complete ? "" : ", unfinished");
  text += goals_text(goals, verdicts, markdown);
  text += fmt::format(
      "\n{} of {} targets met ({} of them ties: ahead of the peer by at most 5%), {} not met ({} of them for "
      "a "
      "reason that is named), {} missing\n",
      counts[Verdict::State::met], goals.size(), ties,
      counts[Verdict::State::not_met] + counts[Verdict::State::limit], counts[Verdict::State::limit],
      counts[Verdict::State::missing]);
  tutorial::write_standard_output(text);
  return counts[Verdict::State::not_met] > 0 ? exit_wrong : exit_right;
}

}  // namespace tutorial::driver
