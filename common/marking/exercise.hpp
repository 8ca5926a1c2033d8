// An exercise as its folder and exercise.json describe it.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tutorial/exercise/check.hpp"

namespace tutorial::marking {

enum class Part { compiles, right, safe, good };

/// In the order in which they are judged.
constexpr Part parts[] = {Part::compiles, Part::right, Part::safe, Part::good};

/// "compiles", "right", "safe", "good".
const char* name_of(Part part);

/// What an item asks of the values that threads load from shared memory where another thread has stored them.
enum class Carries {
  nothing,
  values,    ///< other values there change the results
  elements,  ///< the results are these values
};

/// One line of the contract: a counter of the lens and its limit.
struct ContractItem {
  std::string counter;  ///< as in the lens's JSON, or one of a whole kernel: launches, barriers, …
  std::string of;       ///< "global load", "shared", "atomic", …; empty for counters of whole kernels
  std::string kernel;   ///< only kernels whose name begins so; empty: all
  std::optional<double> at_most;
  std::optional<double> at_least;
  std::string say;  ///< the tutor's sentence: {value} {limit} {file} {line} {counter}
  /// The starter keeps it: no income, but who breaks it loses another item's share.
  bool kept_by_starter = false;
  /// Beside an average: all of them, so that idle requests do not thin it.
  std::optional<double> sectors_at_most = std::nullopt;
  Carries carries = Carries::nothing;
  /// An at_most that shrinks with the arrays of a smaller counted case, as each at_least does.
  bool shrinks = false;
};

/// Who must share the work, beside what the contract says.
struct SharedWork {
  bool by_many_threads = true;    ///< not where the task is one for few threads
  bool by_several_blocks = true;  ///< not where the task has a launch of one block
  double warp_operations = 16;    ///< shuffles and votes for a request to global memory, at most
};

/// A committed wrong answer and what must be said of it.
struct WrongAnswer {
  std::string file;
  Part part = Part::right;  ///< the first that does not get full points
  std::string says;         ///< regular expression that the report must match
};

/// What the starter's kernels would take on a GPU: common/authoring/starter_times.py writes it into exercise.json.
struct StarterTime {
  std::string gpu;   ///< "h200"
  std::string size;  ///< the case's name
  double seconds = 0;
};

struct Exercise {
  std::string name;
  std::string chapter;
  std::filesystem::path folder;
  std::filesystem::path call_object;  ///< call.cpp, compiled for the simulator
  std::filesystem::path check;        ///< check.cpp, compiled as a module that the marker loads
  std::string title;
  std::string teaches;
  int minutes = 0;
  std::string level;
  std::vector<std::string> builds_on;
  std::string reference;
  std::map<Part, double> points;
  std::vector<ContractItem> contract;
  SharedWork work = {};
  std::vector<WrongAnswer> wrong;
  std::vector<std::string> faults = {};  ///< of a bug hunt: the files in `wrong` that are starters, too
  Part starter_fails =
      Part::right;           ///< the part that the untouched starter does not get: right, safe or good
  std::string starter_says;  ///< regular expression that its report must match
  std::optional<StarterTime> starter_time = {};  ///< where speed is what the exercise is about
  std::string changes =
      {};  ///< what an instructor's file has in place of points and contract, as JSON; empty: nothing
};

/// exercise.json, or the manifest of the build, is not what it should be. Says which file and what.
class ExerciseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @throws ExerciseError that names the file
nlohmann::json read_json(const std::filesystem::path& path);

/// Reads exercise.json in `folder`. @throws ExerciseError
Exercise read_exercise(const std::string& name, const std::filesystem::path& folder);

/// How this build compiles and links a submission; written by CMake.
struct Toolchain {
  std::filesystem::path source_dir;
  std::filesystem::path build_dir;
  std::filesystem::path cmake;
  std::string compiler;
  std::vector<std::string> flags;                              ///< for every compiler
  std::map<std::string, std::vector<std::string>> lens_flags;  ///< "gnu", "clang"
  std::vector<std::string> libraries;  ///< the runner, the lens, the simulator and what they need
  std::filesystem::path simulator_headers;
  std::filesystem::path library_headers;  ///< standard headers that submissions get in place of the library's
  std::filesystem::path precompiled;      ///< the folder of what each submission begins with
  std::string cuda_compiler;              ///< nvcc; empty where the build has no CUDA back end
  std::string cuda_version;               ///< nvcc's
  std::string cuda_host_compiler;         ///< for nvcc; empty: its own choice
};

/// What this build knows of, in the order learners take them. Read once. @throws ExerciseError
const std::vector<Exercise>& all_exercises();
const Toolchain& toolchain();

/// What to say of a word that names none of these: an exercise's name, or a learner's file.
std::string no_exercise(const std::string& word, const std::vector<std::string>& names);

/// @throws ExerciseError with names that are near, if there is none of this name
const Exercise& find_exercise(const std::string& name);
const Exercise& find_exercise(const std::vector<Exercise>& exercises, const std::string& name);

/// Builds what is needed to mark this exercise, unless it is there and newer than its sources. @throws ExerciseError where that fails
void build_exercise(const Exercise& exercise);

/// The cases that the exercise's check.cpp makes, which build_exercise() has built. @throws ExerciseError
exercise::Cases make_cases(const Exercise& exercise, std::uint64_t seed);

/// The case that times are predicted for; none where check.cpp has no TUTORIAL_PREDICTED. @throws ExerciseError
exercise::Cases make_predicted(const Exercise& exercise);

}  // namespace tutorial::marking
