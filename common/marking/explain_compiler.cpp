#include <regex>
#include <sstream>

#include "judge.hpp"

namespace tutorial::marking {
namespace {

/// A message of the compiler and what a tutor would add.
struct Usual {
  const char* pattern;
  const char* advice;
};

const Usual usual[] = {
    {"expected .;. (before|after)|expected .,. or .;.", "A semicolon is missing, mostly at the end of the line before."},
    {"was not declared|undeclared identifier|has not been declared|unknown type name|does not name a type",
     "Is the name spelled as where it is declared, and declared before it is used?"},
    {"kernel .*(without|needs) .*<<<|__global__ .*call.*configur", "A kernel is launched with kernel<<<grid, block>>>(arguments)."},
    {"expected .\\}. at end of input|expected unqualified-id before .\\}.|extraneous closing brace|expected declaration before .\\}.",
     "A brace is missing or one too many: each { needs its }."},
    {"expected .\\). before|expected .\\).", "A closing parenthesis is missing, or something stands inside that does not belong there."},
    {"too few arguments|too many arguments|no matching function|requires [0-9]+ argument",
     "Compare the number and the types of the arguments with the declaration."},
    {"invalid conversion|cannot convert|incompatible",
     "The argument's type is another than the parameter's: a pointer where a value is wanted, or const dropped."},
    {"assignment of read-only|read-only (location|variable)|const-qualified", "This is const: it may be read, not written."},
    {"undefined reference to",
     "The function is declared, but not defined with just this name and these parameters: compare with exercise.hpp."},
    {"multiple definition of", "This is defined already: exercise.hpp or the marker has it."},
    {"redefinition of|redeclaration of|conflicting declaration", "The same name is declared twice in one scope."},
    {"No such file|file not found", "Only exercise.hpp and the headers that the task names can be included."},
};

std::string advice_for(const std::string& message) {
  for (const Usual& each : usual)
    if (std::regex_search(message, std::regex(each.pattern))) return each.advice;
  return "";
}

}  // namespace

std::vector<Finding> explain_compiler(const std::string& messages, const std::string& source) {
  static const std::regex error(R"(^(.*?):(\d+):(?:(\d+):)? (?:fatal )?error: (.*)$)");
  static const std::regex linker(R"(((?:undefined reference to|multiple definition of).*)$)");
  std::istringstream lines(messages);
  std::string line;
  std::string first;
  while (std::getline(lines, line)) {
    if (first.empty()) first = line;
    std::smatch match;
    std::string text;
    Finding finding;
    if (std::regex_match(line, match, error)) {
      finding.file = match[1];
      finding.line = std::stoi(match[2]);
      text = match[4];
    } else if (std::regex_search(line, match, linker)) {
      text = match[1];
    } else {
      continue;
    }
    const std::string advice = advice_for(text);
    finding.text = "the compiler says: " + text + (advice.empty() ? "" : "\n" + advice);
    return {finding};
  }
  return {{first.empty() ? "the compiler failed without a word" : first, source, 0}};
}

}  // namespace tutorial::marking
