// For authors: which question each committed wrong answer gets, beside those that lead to what it lacks.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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

/// "barrier 16", or "-".
std::string name_of(const std::optional<Question>& question) {
  return question ? fmt::format("{} {}", name_of(question->about), question->line) : "-";
}

/// What it is worth: an expected question is right, another one misleading; none is none.
const char* verdict_of(const std::string& asked, const nlohmann::json& expected) {
  if (asked == "-") return "none";
  const bool leads =
      expected.is_array() && std::find(expected.begin(), expected.end(), asked) != expected.end();
  return leads ? "right" : "MISLEADING";
}

/// A row for each wrong answer. What a results file has of it already is not searched for again.
class Table {
 public:
  Table(const nlohmann::json& expected, std::string file) : expected_(expected), file_(std::move(file)) {
    if (!file_.empty() && std::filesystem::exists(file_)) known_ = read_json(file_).at("rows");
  }

  void add(const Exercise& exercise, const WrongAnswer& wrong, const Search& search) {
    const auto of = expected_.find(exercise.name);
    if (of == expected_.end() || !of->contains(wrong.file))
      throw ExerciseError("nothing says what " + exercise.name + "/" + wrong.file + " should be asked");
    nlohmann::json row = known(exercise.name, wrong.file);
    if (row.is_null()) {
      const std::filesystem::path path = exercise.folder / "wrong" / wrong.file;
      const auto question = question_for(exercise, path, mark(exercise, path, {}), search);
      row = {{"exercise", exercise.name},
             {"file", wrong.file},
             {"asked", name_of(question)},
             {"by", !question          ? ""
                    : question->mended ? "mend"
                                       : "report"}};
    }
    const nlohmann::json& wanted = of->at(wrong.file);
    row["verdict"] = verdict_of(row.at("asked"), wanted);
    row["why"] = wanted.is_string() ? wanted : "";
    fmt::print("{:<22} {:<30} {:<20} {:<7} {}\n", exercise.name, wrong.file,
               row.at("asked").get<std::string>(), row.at("by").get<std::string>(),
               row.at("verdict").get<std::string>());
    std::fflush(stdout);
    rows_.push_back(std::move(row));
    write();
  }

  int end() const {
    fmt::print(
        "{} wrong answers: {} right questions from a fix, {} from the report, {} without, {} misleading\n",
        rows_.size(), count("verdict", "right", "mend"), count("verdict", "right", "report"),
        count("verdict", "none", ""), count("verdict", "MISLEADING", ""));
    return count("verdict", "MISLEADING", "") == 0 ? 0 : 1;
  }

 private:
  nlohmann::json known(const std::string& exercise, const std::string& file) const {
    for (const nlohmann::json& row : known_)
      if (row.at("exercise") == exercise && row.at("file") == file) return row;
    return nullptr;
  }

  /// Rows with this value; and asked by a fix or the report, if `by` says so.
  std::ptrdiff_t count(const char* key, const char* value, const std::string& by) const {
    return std::count_if(rows_.begin(), rows_.end(), [&](const nlohmann::json& row) {
      return row.at(key) == value && (by.empty() || row.at("by") == by);
    });
  }

  void write() const {
    if (file_.empty()) return;
    nlohmann::json all = rows_;
    for (const nlohmann::json& row : known_)
      if (std::none_of(rows_.begin(), rows_.end(), [&](const nlohmann::json& done) {
            return done.at("exercise") == row.at("exercise") && done.at("file") == row.at("file");
          }))
        all.push_back(row);
    OutputFile(file_).write(nlohmann::json{{"rows", all}}.dump(1) + "\n");
  }

  const nlohmann::json& expected_;
  std::string file_;
  nlohmann::json known_ = nlohmann::json::array();
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
  questions
      ->add_option("--expected", arguments->expected,
                   "JSON: the questions that lead to what is wrong, or why there is none")
      ->required()
      ->check(CLI::ExistingFile);
  questions->add_option("--json", arguments->json,
                        "The table; what it has already is not searched for again");
  questions->add_option("--mends", arguments->search.mends, "So many are tried for each wrong answer");
  questions->callback([arguments, &exit_code] {
    const nlohmann::json expected = read_json(arguments->expected);
    Table table(expected, arguments->json);
    std::vector<std::string> chosen = arguments->chosen;
    if (chosen.empty())
      for (const Exercise& each : all_exercises()) chosen.push_back(each.name);
    for (const std::string& name : chosen) add_chosen(table, name, arguments->search);
    exit_code = table.end();
  });
}

}  // namespace tutorial::marking
