// For authors: which question each committed wrong answer gets, beside those that lead to what it lacks.
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "marking/hints/question.hpp"
#include "marking/verbs/subcommands.hpp"
#include "support/output_file.hpp"

namespace tutorial::marking {
namespace {

struct QuestionArguments {
  std::vector<std::string> chosen;
  std::string expected;
  std::string json;
  Search search{.budget = std::chrono::minutes(10)};  // what is counted must not depend on the machine
};

struct Count {
  int wrong_answers = 0;
  int with_mend = 0;  ///< those that one small mend solves
  int right = 0;
  int misleading = 0;
};

/// "barrier 16", or "-".
std::string name_of(const std::optional<Question>& question) {
  return question ? fmt::format("{} {}", name_of(question->about), question->line) : "-";
}

class Table {
 public:
  explicit Table(const nlohmann::json& expected) : expected_(expected) {}

  void add(const Exercise& exercise, const WrongAnswer& wrong, const Search& search) {
    const std::filesystem::path file = exercise.folder / "wrong" / wrong.file;
    const auto question = question_for(exercise, file, mark(exercise, file, {}), search);
    const std::string asked = name_of(question);
    const nlohmann::json wanted =
        expected_.value(exercise.name, nlohmann::json::object()).value(wrong.file, nlohmann::json::array());
    const bool leads = std::find(wanted.begin(), wanted.end(), asked) != wanted.end();
    const char* verdict = leads ? "right" : question ? "MISLEADING" : wanted.empty() ? "" : "missed";
    ++count_.wrong_answers;
    count_.with_mend += wanted.empty() ? 0 : 1;
    count_.right += leads ? 1 : 0;
    count_.misleading += question && !leads ? 1 : 0;
    fmt::print("{:<22} {:<30} {:<20} {}\n", exercise.name, wrong.file, asked, verdict);
    std::fflush(stdout);
    rows_.push_back(
        {{"exercise", exercise.name}, {"file", wrong.file}, {"asked", asked}, {"verdict", verdict}});
  }

  int end(const std::string& json) const {
    fmt::print("{} wrong answers, {} solved by one small mend: {} right questions, {} misleading\n",
               count_.wrong_answers, count_.with_mend, count_.right, count_.misleading);
    if (!json.empty())
      OutputFile(json).write(nlohmann::json{{"wrong_answers", count_.wrong_answers},
                                            {"with_mend", count_.with_mend},
                                            {"right", count_.right},
                                            {"misleading", count_.misleading},
                                            {"rows", rows_}}
                                 .dump(1) +
                             "\n");
    return count_.misleading == 0 ? 0 : 1;
  }

 private:
  const nlohmann::json& expected_;
  Count count_;
  nlohmann::json rows_ = nlohmann::json::array();
};

/// @throws ExerciseError
void add_chosen(Table& table, const std::string& name, const Search& search) {
  const std::size_t slash = name.find('/');
  const std::string exercise_name = name.substr(0, slash);
  const Exercise& exercise = find_exercise(exercise_name);
  bool found = slash == std::string::npos;
  for (const WrongAnswer& wrong : exercise.wrong) {
    if (slash != std::string::npos && name.substr(slash + 1) != wrong.file) continue;
    table.add(exercise, wrong, search);
    found = true;
  }
  if (!found)
    throw ExerciseError("'" + exercise.name + "' has no wrong answer of the name in '" + name + "'");
}

}  // namespace

void add_questions(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<QuestionArguments>();
  CLI::App* questions =
      app.add_subcommand("questions", "For authors: which questions the committed wrong answers get");
  questions->add_option("chosen", arguments->chosen, "Exercises, or EXERCISE/FILE.cu for one; none: all");
  questions->add_option("--expected", arguments->expected, "JSON: the questions that lead to what is wrong")
      ->required()
      ->check(CLI::ExistingFile);
  questions->add_option("--json", arguments->json, "Writes the table to this file");
  questions->add_option("--mends", arguments->search.mends, "So many are tried for each wrong answer");
  questions->callback([arguments, &exit_code] {
    const nlohmann::json expected = read_json(arguments->expected);
    Table table(expected);
    std::vector<std::string> chosen = arguments->chosen;
    if (chosen.empty())
      for (const Exercise& each : all_exercises()) chosen.push_back(each.name);
    for (const std::string& name : chosen) add_chosen(table, name, arguments->search);
    exit_code = table.end(arguments->json);
  });
}

}  // namespace tutorial::marking
