#include <dlfcn.h>

#include <algorithm>

#include "marking/exercise.hpp"
#include "support/build.hpp"
#include "support/progress.hpp"

namespace tutorial::marking {
namespace {

using MakeCases = void (*)(std::uint64_t seed, exercise::Cases& out);
using MakePredicted = void (*)(exercise::Cases& out);

/// When the youngest source in `folder` was written; not of the folders in it.
std::filesystem::file_time_type youngest_source(const std::filesystem::path& folder) {
  std::filesystem::file_time_type youngest = std::filesystem::file_time_type::min();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path extension = entry.path().extension();
    if (extension == ".hpp" || extension == ".cpp") youngest = std::max(youngest, entry.last_write_time());
  }
  return youngest;
}

bool is_built(const Exercise& exercise) {
  std::error_code missing;
  const auto check = std::filesystem::last_write_time(exercise.check, missing);
  if (missing) return false;
  const auto call = std::filesystem::last_write_time(exercise.call_object, missing);
  if (missing) return false;
  const std::filesystem::path common = toolchain().source_dir / "common";
  // Its own sources, those that exercises share, and what the marker and the check agree on.
  return std::min(check, call) >=
         std::max({youngest_source(exercise.folder), youngest_source(exercise.folder.parent_path()),
                   youngest_source(common / "include/tutorial/exercise"),
                   std::filesystem::last_write_time(common / "support/wire.hpp")});
}

/// Stays loaded: the cases hold functions of it.
void* loaded_check(const Exercise& exercise) {
  void* const module = ::dlopen(exercise.check.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr)
    throw ExerciseError("the check of '" + exercise.name + "' cannot be loaded: " + ::dlerror());
  return module;
}

}  // namespace

void build_exercise(const Exercise& exercise) {
  if (is_built(exercise)) return;
  tutorial::Progress progress("tutorial");
  const std::string target = "exercise." + exercise.name;
  const auto begin = std::filesystem::file_time_type::clock::now();
  const std::string problem =
      tutorial::build({toolchain().build_dir, toolchain().cmake}, target, {target}, false, progress);
  if (!problem.empty()) throw ExerciseError(problem);
  // One of them may not depend on the source that has changed: it is up to date, too.
  for (const std::filesystem::path& built : {exercise.check, exercise.call_object}) {
    std::error_code ignored;
    if (std::filesystem::last_write_time(built, ignored) < begin)
      std::filesystem::last_write_time(built, begin, ignored);
  }
}

exercise::Cases make_cases(const Exercise& exercise, std::uint64_t seed) {
  const auto make = reinterpret_cast<MakeCases>(::dlsym(loaded_check(exercise), "tutorial_exercise_cases"));
  if (make == nullptr)
    throw ExerciseError("the check of '" + exercise.name + "' has no TUTORIAL_EXERCISE(cases)");
  exercise::Cases cases;
  make(seed, cases);
  return cases;
}

exercise::Cases make_predicted(const Exercise& exercise) {
  exercise::Cases cases;
  const auto make =
      reinterpret_cast<MakePredicted>(::dlsym(loaded_check(exercise), "tutorial_exercise_predicted"));
  if (make != nullptr) make(cases);
  return cases;
}

}  // namespace tutorial::marking
