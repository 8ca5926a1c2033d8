#pragma once

#include <map>
#include <stdexcept>
#include <string>

namespace tutorial::learner {

/// What is remembered of one exercise.
struct ExerciseState {
  double points = 0;            ///< of the best check
  double of = 0;                ///< all points of that check; 0: never checked
  bool solved = false;          ///< had full points once
  int checks = 0;               ///< checks so far
  int hints = 0;                ///< hints given so far
  bool solution_asked = false;  ///< asked for the solution before it was solved
  double touched = 0;           ///< the last command that named it, in seconds since 1970
};

/// What is remembered of all of them, by name. An exercise without an entry was not touched yet.
using State = std::map<std::string, ExerciseState>;

/// A text that is no state: not JSON, of another version, or with values that cannot be.
class BrokenState : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// As JSON, for people to read too.
std::string state_text(const State& state);

/// @throws BrokenState
State parse_state(const std::string& text);

}  // namespace tutorial::learner
