#include "support/source_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "support/text.hpp"

namespace tutorial::source_file {

std::string program_name(std::string_view path) {
  const std::string stem = std::filesystem::path(path).stem().string();
  const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto number_end = std::find_if_not(stem.begin(), stem.end(), digit);
  const bool numbered = number_end != stem.begin() && number_end != stem.end() && *number_end == '_';
  return numbered ? std::string(number_end + 1, stem.end()) : stem;
}

std::string question_in(const std::string& first_line, const std::string& name) {
  const std::string start = "// " + name + ": ";
  return first_line.rfind(start, 0) == 0 ? first_line.substr(start.size()) : "";
}

std::string step_in(const std::string& second_line) {
  static const std::string start = "// Step     ";
  return second_line.starts_with(start) ? second_line.substr(start.size()) : "";
}

std::string question(const std::string& path) {
  std::ifstream in(path);
  std::string first_line;
  std::getline(in, first_line);
  const std::string found = question_in(first_line, program_name(path));
  return found.empty() ? "its question is the first line of " + text::short_path(path) : found;
}

}  // namespace tutorial::source_file
