#include "marking/learner/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tutorial::learner {
namespace {

constexpr std::size_t least_title = 30;  ///< columns; a narrower terminal gets no titles

ExerciseState state_of(const std::string& name, const State& state) {
  const auto found = state.find(name);
  return found == state.end() ? ExerciseState() : found->second;
}

const char* name_of(Standing standing) {
  switch (standing) {
    case Standing::not_started: return "not started";
    case Standing::begun: return "begun";
    case Standing::partly: return "partly";
    case Standing::solved: return "solved";
  }
  return "";
}

Ink ink_of(Standing standing) {
  switch (standing) {
    case Standing::not_started: return Ink::dim;
    case Standing::solved: return Ink::good;
    default: return Ink::bold;
  }
}

}  // namespace

Standing standing_of(const std::string& name, const State& state, const Workspace& workspace) {
  const ExerciseState of = state_of(name, state);
  if (of.solved) return Standing::solved;
  if (of.checks > 0) return Standing::partly;
  return std::filesystem::exists(workspace.file(name)) ? Standing::begun : Standing::not_started;
}

std::string duration(int minutes) {
  if (minutes < 60) return fmt::format("{} min", minutes);
  return minutes % 60 == 0 ? fmt::format("{} h", minutes / 60)
                           : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string list_text(const Course& course, const State& state, const Workspace& workspace,
                      const Style& style) {
  std::size_t name_width = 0;
  std::size_t level_width = 0;
  for (const marking::Exercise& exercise : course.exercises) {
    name_width = std::max(name_width, exercise.name.size());
    level_width = std::max(level_width, exercise.level.size());
  }
  std::string text;
  std::string chapter;
  int solved = 0;
  int to_go = 0;
  for (const marking::Exercise& exercise : course.exercises) {
    if (exercise.chapter != chapter) {
      chapter = exercise.chapter;
      text += (text.empty() ? "" : "\n") + inked(chapter, Ink::bold, style) + "\n";
    }
    const Standing standing = standing_of(exercise.name, state, workspace);
    const ExerciseState of = state_of(exercise.name, state);
    const std::string how_far =
        standing == Standing::partly
            ? fmt::format("{} of {}", marking::points_text(of.points), marking::points_text(of.of))
            : name_of(standing);
    const std::string middle =
        fmt::format("{:>6}  {:<{}}  ", duration(exercise.minutes), exercise.level, level_width);
    const std::size_t used = 2 + name_width + 2 + 12 + 2 + middle.size();
    const bool titled = style.columns >= used + least_title;  // names alone say much of it
    const std::string line = fmt::format("  {:<{}}  {}  {}{}", exercise.name, name_width,
                                         inked(fmt::format("{:<12}", how_far), ink_of(standing), style),
                                         middle, titled ? cut(exercise.title, style.columns - used) : "");
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (standing == Standing::solved)
      ++solved;
    else
      to_go += exercise.minutes;
  }
  text += fmt::format("\n{} of {} solved", solved, course.exercises.size());
  return text + (to_go > 0
                     ? fmt::format(", about {} to go. Next: ./tutorial exercise next\n", duration(to_go))
                     : ".\n");
}

std::string list_json(const Course& course, const State& state, const Workspace& workspace) {
  nlohmann::json list = nlohmann::json::array();
  for (const marking::Exercise& exercise : course.exercises) {
    const ExerciseState of = state_of(exercise.name, state);
    list.push_back({{"chapter", exercise.chapter},
                    {"name", exercise.name},
                    {"title", exercise.title},
                    {"teaches", exercise.teaches},
                    {"minutes", exercise.minutes},
                    {"level", exercise.level},
                    {"builds_on", exercise.builds_on},
                    {"progress", name_of(standing_of(exercise.name, state, workspace))},
                    {"points", of.points},
                    {"of", of.checks > 0 ? of.of : 100},
                    {"checks", of.checks},
                    {"hints", of.hints}});
  }
  return list.dump(2) + "\n";
}

}  // namespace tutorial::learner
