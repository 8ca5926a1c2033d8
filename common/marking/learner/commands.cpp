#include "marking/learner/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "marking/learner/file_watch.hpp"
#include "marking/learner/listing.hpp"
#include "marking/learner/terminal_page.hpp"
#include "support/child_process.hpp"
#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/progress.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::learner {
namespace fs = std::filesystem;
namespace {

using marking::Exercise;
using marking::Mark;
using marking::Part;

/// From the folder the user is in, where the file is below it.
std::string shown(const fs::path& file) {
  std::error_code error;
  const fs::path near = fs::proximate(file, error);
  return error || near.empty() || *near.begin() == ".." ? file.string() : near.string();
}

bool full(const Mark& mark, Part part) {
  const auto found = std::find_if(mark.parts.begin(), mark.parts.end(),
                                  [&](const marking::PartMark& each) { return each.part == part; });
  return found != mark.parts.end() && found->full();
}

int exit_code(const Mark& mark) {
  if (mark.full()) return exit_right;
  const bool only_hazards = full(mark, Part::compiles) && full(mark, Part::right) && !full(mark, Part::safe);
  return only_hazards ? exit_hazard : exit_wrong;
}

std::string out_of(double points, double of) {
  return fmt::format("{} of {}", marking::points_text(points), marking::points_text(of));
}

std::string time_of_day() {
  const std::time_t at = std::time(nullptr);
  std::tm local{};
  localtime_r(&at, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

std::string left_text(std::size_t left) { return left == 0 ? "none left" : fmt::format("{} left", left); }

}  // namespace

Commands::Commands(Course course, fs::path folder, const Style& style)
    : course_(std::move(course)), workspace_(std::move(folder)), style_(style) {}

std::vector<std::string> Commands::notes() {
  std::vector<std::string> all = workspace_.notes();
  all.insert(all.end(), notes_.begin(), notes_.end());
  notes_.clear();
  return all;
}

const Exercise& Commands::find(const std::string& name) {
  const std::string word = name.empty() ? workspace_.last_worked_on(course_.names()) : name;
  if (word.empty()) throw UsageError("no exercise is started yet: ./tutorial exercise next");
  return course_.find(word, workspace_.folder());
}

const Exercise& Commands::begun(const std::string& name) {
  const Exercise& exercise = find(name);
  if (!fs::exists(workspace_.file(exercise.name)))
    throw UsageError(fmt::format("there is no {}: ./tutorial exercise start {}",
                                 shown(workspace_.file(exercise.name)), exercise.name));
  return exercise;
}

ExerciseState Commands::remembered(const std::string& name) {
  const State state = workspace_.state();
  const auto found = state.find(name);
  return found == state.end() ? ExerciseState() : found->second;
}

/// What was done counts, even where it cannot be written down.
bool Commands::remember(const std::string& name, const std::function<void(ExerciseState&)>& change) {
  try {
    workspace_.update(name, change);
    return true;
  } catch (const OutputError& error) {
    notes_.push_back(fmt::format("your progress is not saved: {}", error.what()));
    return false;
  }
}

Answer Commands::list() { return {list_text(course_, workspace_.state(), workspace_, style_)}; }

std::string Commands::list_json() { return learner::list_json(course_, workspace_.state(), workspace_); }

std::string Commands::how_to_begin(const Exercise& exercise) const {
  std::string text = fmt::format("{} ({}, {}, {})\n", inked(exercise.title, Ink::bold, style_),
                                 exercise.chapter, exercise.level, duration(exercise.minutes));
  text += terminal_page(exercise.teaches, style_);
  if (!exercise.builds_on.empty())
    text += terminal_page(fmt::format("Builds on {}.", fmt::join(exercise.builds_on, ", ")), style_);
  return text;
}

Answer Commands::start(const std::string& name) {
  const Exercise& exercise = find(name);
  const bool created = workspace_.create(exercise.name, starter(exercise));
  remember(exercise.name, [](ExerciseState&) {});
  std::string text = how_to_begin(exercise);
  const fs::path page = exercise.folder / "README.md";
  const std::string task = terminal_page(task_of(read_text(page)), style_);
  if (!task.empty()) text += "\n" + task;
  text += fmt::format("\nyour file  {}{}\nthe page   {}\n", shown(workspace_.file(exercise.name)),
                      created ? "" : " (it already existed, and is unchanged)", shown(page));
  text +=
      "\nEdit the file, then: ./tutorial exercise check\n"
      "Check it at every save: ./tutorial exercise watch\n"
      "Stuck? ./tutorial exercise hint\n";
  if (!created) text += fmt::format("Start again: ./tutorial exercise reset {}\n", exercise.name);
  return {text};
}

Answer Commands::check(const std::string& name, bool on_gpu, std::optional<Mark>* taken) {
  return check(begun(name), on_gpu, taken);
}

Answer Commands::check(const Exercise& exercise, bool on_gpu, std::optional<Mark>* taken) {
  const fs::path file = workspace_.file(exercise.name);
  tutorial::Progress line("tutorial");
  line.show(fmt::format("checking {} …", exercise.name));
  const Mark mark = course_.mark(exercise, file, on_gpu);
  line.clear();
  if (taken) *taken = mark;

  ExerciseState before = remembered(exercise.name);
  remember(exercise.name, [&](ExerciseState& state) {
    before = state;
    ++state.checks;
    state.solved = state.solved || mark.full();
    if (mark.points() >= state.points) {
      state.points = mark.points();
      state.of = mark.of();
    }
    if (state.of == 0) state.of = mark.of();
  });

  std::string text = report(mark, style_.columns);
  if (!text.ends_with('\n')) text += '\n';
  if (mark.full()) {
    text += "\n" + inked(before.solved ? "Full points again." : "Solved.", Ink::good, style_) +
            " Next: ./tutorial exercise next\n";
    if (!before.solved) text += fmt::format("Our solution: ./tutorial exercise solution {}\n", exercise.name);
    return {text, exit_code(mark)};
  }
  const std::size_t all = hints(exercise).size();
  const std::size_t given = std::min<std::size_t>(static_cast<std::size_t>(before.hints), all);
  if (before.points > mark.points())
    text += fmt::format("\nYour best so far: {}.\n", out_of(before.points, before.of));
  if (given < all)
    text += fmt::format("\nStuck? ./tutorial exercise hint {} ({})\n", exercise.name, left_text(all - given));
  return {text, exit_code(mark)};
}

std::optional<marking::Question> Commands::ask(const std::string& name, const Mark& mark) {
  const Exercise& exercise = begun(name);
  tutorial::Progress line("tutorial");
  line.show(fmt::format("looking for a question about {} …", shown(workspace_.file(exercise.name))));
  return course_.ask(exercise, workspace_.file(exercise.name), mark);
}

StepsPage Commands::write_steps(const std::string& name, const Mark& mark) {
  const Exercise& exercise = begun(name);
  const fs::path file = workspace_.file(exercise.name);
  fs::path page = file;
  page.replace_extension(".steps.html");
  tutorial::Progress line("tutorial");
  line.show(fmt::format("recording the steps of {} …", shown(file)));
  const std::optional<std::string> opens = course_.write_steps(exercise, file, mark, page);
  return opens ? StepsPage{shown(page), *opens} : StepsPage{};
}

int Commands::watch(const std::string& name, const std::function<void(const std::string&)>& say) {
  const Exercise& exercise = begun(name);
  const fs::path file = workspace_.file(exercise.name);
  FileWatch saves(file);
  const std::string waiting =
      inked(fmt::format("Watching {}: save it, and it is checked again. Ctrl-C ends.", shown(file)), Ink::dim,
            style_);
  try {
    for (;;) {
      if (style_.colour) say("\033[H\033[2J");
      if (!fs::exists(file)) {
        say(fmt::format("{}  {} is not there. It is checked as soon as it is back.\n", time_of_day(),
                        shown(file)));
      } else {
        try {
          say(fmt::format("{}  {}", time_of_day(), check(exercise, false, nullptr).text));
        } catch (const std::exception& error) {
          say(fmt::format("{}  it cannot be checked: {}\n", time_of_day(), error.what()));
        }
      }
      for (const std::string& note : notes()) say(fmt::format("Note: {}.\n", note));
      say("\n" + waiting + "\n");
      do {
        if (caught_signal()) throw Interrupted{caught_signal()};
      } while (!saves.changed_within(std::chrono::milliseconds(500)));
    }
  } catch (const Interrupted& interrupted) {
    if (interrupted.signal != SIGINT) throw;
    say(fmt::format("\n{}: no longer watched.\n", exercise.name));
    return exit_right;
  }
}

Answer Commands::hint(const std::string& name) {
  const Exercise& exercise = find(name);
  const std::vector<std::string> all = hints(exercise);
  if (all.empty()) throw Failure(exit_wrong, fmt::format("{} has no hints", exercise.name));
  std::size_t given = static_cast<std::size_t>(remembered(exercise.name).hints);
  remember(exercise.name, [&](ExerciseState& state) {
    given = static_cast<std::size_t>(state.hints);
    state.hints = static_cast<int>(std::min(given + 1, all.size()));
  });
  const auto heading = [&](std::size_t i) {
    return inked(fmt::format("Hint {} of {} for {}", i + 1, all.size(), exercise.name), Ink::bold, style_);
  };
  if (given < all.size()) {
    const std::size_t left = all.size() - given - 1;
    return {fmt::format("{} ({})\n\n{}", heading(given), left_text(left), terminal_page(all[given], style_))};
  }
  std::string text = "There are no more hints. All of them again:\n";
  for (std::size_t i = 0; i < all.size(); ++i)
    text += fmt::format("\n{}\n\n{}", heading(i), terminal_page(all[i], style_));
  return {text + fmt::format("\nA question about your own file: ./tutorial exercise check {} --hint\n",
                             exercise.name)};
}

Answer Commands::reset(const std::string& name) {
  const Exercise& exercise = find(name);
  const auto backup = workspace_.replace(exercise.name, starter(exercise));
  remember(exercise.name, [](ExerciseState& state) {
    state.hints = 0;
    state.solution_asked = false;
  });
  return {fmt::format("{} is the starter again{}.\n", shown(workspace_.file(exercise.name)),
                      backup ? fmt::format("; your file is kept as {}", shown(*backup)) : "")};
}

Answer Commands::solution(const std::string& name) {
  const Exercise& exercise = find(name);
  const std::string source = learner::solution(exercise);
  if (source == starter(exercise))
    throw Failure(exit_wrong, "this copy of the tutorial comes without solutions");
  const ExerciseState before = remembered(exercise.name);
  if (before.solved || before.solution_asked) return {source};
  if (!remember(exercise.name, [](ExerciseState& state) { state.solution_asked = true; }))
    return {"", exit_wrong};
  const std::size_t all = hints(exercise).size();
  const std::size_t given = static_cast<std::size_t>(before.hints);
  std::string text = fmt::format("{} is not solved yet.", exercise.name);
  if (given < all)
    text += fmt::format(" Try a hint first: ./tutorial exercise hint {} ({}).", exercise.name,
                        left_text(all - given));
  return {text + " To see the solution anyway, repeat the command.\n", exit_wrong};
}

Answer Commands::next() {
  const State state = workspace_.state();
  const auto solved = [&](const Exercise& exercise) {
    return standing_of(exercise.name, state, workspace_) == Standing::solved;
  };
  const std::vector<Exercise>& all = course_.exercises;
  if (std::all_of(all.begin(), all.end(), solved))
    return {"Every exercise is solved: ./tutorial exercise list\n"};
  const std::string last = workspace_.last_worked_on(course_.names());
  const auto here =
      std::find_if(all.begin(), all.end(), [&](const Exercise& exercise) { return exercise.name == last; });
  std::string text;
  if (here != all.end() && !solved(*here))
    text = fmt::format("{} is not solved yet: ./tutorial exercise check {}\n\n", last, last);
  const auto after = here == all.end() ? all.begin() : here + 1;
  auto found = std::find_if_not(after, all.end(), solved);
  if (found == all.end()) found = std::find_if_not(all.begin(), all.end(), solved);
  const bool begun = fs::exists(workspace_.file(found->name));
  return {text + how_to_begin(*found) +
          fmt::format("\n{}: ./tutorial exercise {} {}\n", begun ? "You have started it" : "Start it",
                      begun ? "check" : "start", found->name)};
}

}  // namespace tutorial::learner
