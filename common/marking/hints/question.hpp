// A question that leads a learner to what the own file lacks. It never says what that is.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {

/// How long to look for a fix.
struct Search {
  std::size_t mends = 60;                    ///< so many are tried at most
  std::chrono::milliseconds budget{20'000};  ///< none is begun later
  std::size_t at_once = 2;                   ///< fixes that are marked at the same time
};

struct Question {
  About about;
  int line = 0;
  std::string text;    ///< without the line
  bool mended = true;  ///< a fix passed; otherwise the question is about what the marking found
};

/// The question, without the line.
const char* words_of(About about);

/// Marks fixes of the submission one after the other until one gets full points with two seeds, and asks about what that one changed.
/// Where none does, what the mark found is asked about: report_question.hpp. No question for all
/// points, and for what does not compile.
/// @param mark  the submission's; it stays as it is
std::optional<Question> question_for(const Exercise& exercise, const std::filesystem::path& submission,
                                     const Mark& mark, const Search& search = {});

/// What the learner reads: "Line 24: …", or that no question is at hand.
std::string report(const std::optional<Question>& question);

/// {"about", "line", "text"}, or null. Contains no fix.
nlohmann::json to_json(const std::optional<Question>& question);

}  // namespace tutorial::marking
