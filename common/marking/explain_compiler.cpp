#include <filesystem>
#include <optional>
#include <sstream>

#include "marking/judge.hpp"
#include "support/pattern.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

/// A message of a compiler or linker, g++'s and clang's words, and what a tutor would add.
struct Usual {
  const char* pattern;
  const char* advice;
};

const Usual usual[] = {
    {"LaunchConfig", "A launch needs a grid and a block: kernel<<<grid, block>>>(arguments)."},
    {"a kernel is launched in device code",
     "Is a } missing further up, so that the launch stands inside the kernel?"},
    {"returning 'void'|void function|return-statement with no value|non-void function",
     "A kernel's type is void: it returns nothing, and return; has no value."},
    {"expected ';'|expected ',' or ';'",
     "A semicolon is missing, or a closing bracket: here or at the end of the line before."},
    {"expected '\\}'|extraneous closing brace|expected declaration before '\\}'|expected unqualified-id "
     "before '\\}'",
     "A brace is missing or one too many: each { needs its }."},
    {"expected '\\)'|expected '\\('",
     "A bracket is missing, or something stands inside that does not belong there."},
    {"discards qualifiers|assignment of read-only|read-only (location|variable)|const-qualified|no viable "
     "overloaded '='",
     "What is const may be read, not written: is this the right array?"},
    {"istringstream|operator>>' .*stream",
     "A submission can write to streams, not read from them: strtol and strtod make numbers of text."},
    {"not a member of 'std'|no member named .* in namespace 'std'",
     "The header is missing, or no exercise needs it: the task names those that may be included."},
    {"was not declared|undeclared identifier|has not been declared|unknown type name|does not name a type",
     "Is the name spelled as where it is declared, and declared before it is used?"},
    {"do not fit|too few arguments|too many arguments|no matching function|requires [0-9]+ argument",
     "Compare number, order and types of the arguments with the parameters, const included."},
    {"invalid conversion|cannot convert|incompatible|no known conversion",
     "The argument's type is another than the parameter's: a pointer where a value is wanted, or const "
     "dropped."},
    {"undefined reference to|undefined symbol",
     "This function is declared, but not defined with just this name and these parameters: compare with "
     "exercise.hpp."},
    {"multiple definition of|duplicate symbol", "This is defined already, in exercise.hpp or by the grader."},
    {"redefinition of|redeclaration of|conflicting declaration",
     "The same name is declared twice in one scope."},
    {"No such file|file not found", "Only exercise.hpp and the headers that the task names can be included."},
};

std::string advice_for(const std::string& message) {
  for (const Usual& each : usual)
    if (!Pattern(each.pattern).find(message).empty()) return each.advice;
  return "";
}

/// What is longer a learner does not read, and an expression that is matched against it takes a stack as long.
constexpr std::size_t longest_line = 600;

struct Place {
  std::string file;
  int line;
};

/// The first place in the learner's own file that a line of the compiler's output names: "move.cu:7:", nvcc's "at line 7 of move.cu".
std::optional<Place> place_in(const std::string& line, const std::string& source) {
  static const Pattern of_nvcc("at line ([0-9]+) of ([^ ]+)$");
  int number = 0;
  if (const std::size_t at = line.find(source + ":"); at != std::string::npos)
    number = std::atoi(line.c_str() + at + source.size() + 1);
  else if (const auto match = of_nvcc.find(line); !match.empty() && match[2] == source)
    number = std::atoi(match[1].c_str());
  return number > 0 ? std::optional(Place{source, number}) : std::nullopt;
}

/// An error inside a header belongs to the learner's line that leads there. g++ names it before the error, clang and nvcc after it.
std::optional<Place> who_led_there(const std::vector<std::string>& lines, std::size_t error,
                                   const std::string& source) {
  for (std::size_t i = error; i-- > 0;)
    if (const auto place = place_in(lines[i], source)) return place;
  for (std::size_t i = error + 1; i < lines.size(); ++i)
    if (const auto place = place_in(lines[i], source)) return place;
  return std::nullopt;
}

/// A launch goes through a function object of the simulator's; the learner knows nothing of it.
/// No folders of this machine.
std::string without_folders(const std::string& text) {
  static const Pattern folders(R"((^|[[:space:]'"(<])/[^[:space:]:'"]*/)");
  return folders.keep_group(text);
}

std::string in_learners_words(const std::string& text) {
  if (text.find("'__invoke") != std::string::npos || text.find("'std::apply") != std::string::npos)
    return "these arguments do not fit the kernel's parameters";
  return without_folders(text.substr(0, text.find(" [-")));
}

struct Error {
  std::string file;  ///< empty for the linker and for ptxas, which name no line
  int line = 0;
  std::string text;
};

/// The error that a line reports: "move.cu:3:7: error: …", nvcc's "move.cu(3): error: …", ptxas's "ptxas error   : …", or the linker's.
std::optional<Error> error_in(const std::string& line) {
  static const Pattern gnu("^([^:]*):([0-9]+):([0-9]+:)? (fatal )?error: (.*)$");
  static const Pattern nvcc("^([^(]*)\\(([0-9]+)\\): (catastrophic )?error[^:]*: (.*)$");
  static const Pattern ptxas("^ptxas (error|fatal) *: (.*)$");
  static const Pattern linker(
      "(undefined reference to|multiple definition of|undefined symbol|duplicate symbol).*$");
  // ld.gold says where a missing function is called: in a file of the marker, which no report names.
  if (const auto match = gnu.find(line); !match.empty() && !match[5].starts_with("undefined reference to"))
    return Error{match[1], std::atoi(match[2].c_str()), in_learners_words(match[5])};
  if (const auto match = nvcc.find(line); !match.empty())
    return Error{match[1], std::atoi(match[2].c_str()), without_folders(match[4])};
  if (const auto match = ptxas.find(line); !match.empty()) return Error{"", 0, without_folders(match[2])};
  if (const auto match = linker.find(line); !match.empty()) return Error{"", 0, match[0]};
  return std::nullopt;
}

/// At the learner's line, if one leads there.
Finding finding_of(const Error& error, const std::vector<std::string>& lines, std::size_t at,
                   const std::string& source) {
  Finding finding{error.text, error.file, error.line};
  const bool is_own = error.file.empty() || error.file == source || error.file == "exercise.hpp" ||
                      error.file == "./exercise.hpp";
  if (const auto place = is_own ? std::nullopt : who_led_there(lines, at, source)) {
    finding.file = place->file;
    finding.line = place->line;
  } else if (!is_own) {
    finding.file = fs::path(error.file).filename().string();
  }
  return finding;
}

std::vector<std::string> lines_of(const std::string& messages) {
  std::vector<std::string> lines;
  std::istringstream stream(messages);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(text::escaped(line.substr(0, longest_line)));
  return lines;
}

}  // namespace

std::vector<Finding> errors_of(const std::string& compiler, const std::string& messages,
                               const std::string& source) {
  const std::vector<std::string> lines = lines_of(messages);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto error = error_in(lines[i]);
    if (!error) continue;
    Finding finding = finding_of(*error, lines, i, source);
    const std::string advice = advice_for(error->text);
    finding.text = compiler + " says: " + error->text + (advice.empty() ? "" : "\n" + advice);
    return {finding};
  }
  return {};
}

std::vector<Finding> explain_compiler(const std::string& messages, const std::string& source) {
  if (auto errors = errors_of("the compiler", messages, source); !errors.empty()) return errors;
  const std::vector<std::string> lines = lines_of(messages);
  return {{lines.empty() ? "the compiler failed without a word" : without_folders(lines[0]), source, 0}};
}

}  // namespace tutorial::marking
