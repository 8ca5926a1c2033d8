#include <fmt/format.h>

#include <algorithm>

#include "marking/exercise.hpp"
#include "marking/instructor/marker.hpp"
#include "marking/instructor/plain_text.hpp"
#include "marking/instructor/sha256.hpp"
#include "marking/starter.hpp"
#include "support/files.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;

namespace {

std::string digest_of_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::string digests;
  for (const fs::path& file : files) digests += fs::relative(file, folder).string() + sha256(read_text(file));
  return sha256(digests);
}

/// Of this program, with the exercises' checks in it, and of what submissions are compiled and linked with.
const std::string& engine_digest() {
  static const std::string digest = [] {
    const marking::Toolchain& tools = marking::toolchain();
    std::string digests = sha256(read_text("/proc/self/exe")) + digest_of_files(tools.simulator_headers);
    for (const std::string& library : tools.libraries)
      if (library.starts_with("/")) digests += sha256(read_text(library));
    std::error_code error;
    digests += fs::canonical(tools.compiler, error).filename().string();  // g++-12: its version
    return sha256(digests);
  }();
  return digest;
}

std::string version_of(const std::string& name) {
  const marking::Exercise& exercise = marking::find_exercise(name);
  marking::build_exercise(exercise);
  std::string digests =
      engine_digest() + sha256(read_text(exercise.call_object)) + sha256(read_text(exercise.check));
  for (const char* file : {"exercise.json", "exercise.hpp"})
    digests += sha256(read_text(exercise.folder / file));
  return sha256(digests);
}

}  // namespace

Marker engine() {
  Marker marker;
  for (const marking::Exercise& exercise : marking::all_exercises())
    marker.exercises.push_back(exercise.name);
  marker.parts = [](const std::string& name) {
    std::vector<PartMark> parts;
    for (const auto& [part, points] : marking::find_exercise(name).points) {
      PartMark one;
      one.part = part;
      one.of = points;
      parts.push_back(one);
    }
    return parts;
  };
  marker.version = version_of;
  marker.starter = [](const std::string& name) {
    return marking::starter_of(read_text(marking::find_exercise(name).folder / "exercise.cu"));
  };
  marker.mark = [](const std::string& name, const fs::path& file, std::uint64_t seed) {
    marking::MarkOptions options;
    options.seed = seed;
    return marking::mark(marking::find_exercise(name), file, options);
  };
  return marker;
}

}  // namespace tutorial::instructor
