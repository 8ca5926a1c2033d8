#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "marking/contract.hpp"
#include "marking/exercise.hpp"
#include "marking/instructor/marker.hpp"
#include "marking/instructor/plain_text.hpp"
#include "marking/instructor/sha256.hpp"
#include "support/files.hpp"
#include "support/starter.hpp"

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
    std::string digests = sha256(read_text("/proc/self/exe")) + digest_of_files(tools.simulator_headers) +
                          digest_of_files(tools.library_headers);
    for (const std::string& library : tools.libraries)
      if (library.starts_with("/")) digests += sha256(read_text(library));
    std::error_code error;
    digests += fs::canonical(tools.compiler, error).filename().string();  // g++-12: its version
    return sha256(digests);
  }();
  return digest;
}

std::string version_of(const marking::Exercise& exercise, bool by_nvcc) {
  marking::build_exercise(exercise);
  std::string digests = engine_digest() + (by_nvcc ? marking::toolchain().cuda_version : "") +
                        sha256(read_text(exercise.call_object)) + sha256(read_text(exercise.check));
  for (const char* file : {"exercise.json", "exercise.hpp"})
    digests += sha256(read_text(exercise.folder / file));
  return sha256(digests + exercise.changes);
}

/// What its times are predicted with.
std::string gpu_of(const marking::Exercise& exercise) {
  return read_text(marking::toolchain().source_dir / "common/predict/gpus" /
                   (exercise.starter_time->gpu + ".json"));
}

}  // namespace

Marker engine(const fs::path& contract, bool by_nvcc, bool predict) {
  auto exercises = std::make_shared<std::vector<marking::Exercise>>(marking::all_exercises());
  if (!contract.empty()) marking::apply_contracts(*exercises, contract);
  const auto find = [exercises](const std::string& name) -> const marking::Exercise& {
    return marking::find_exercise(*exercises, name);
  };
  Marker marker;
  for (const marking::Exercise& exercise : *exercises) {
    marker.exercises.push_back(exercise.name);
    if (!exercise.faults.empty()) marker.faults[exercise.name] = exercise.faults;
  }
  marker.parts = [find](const std::string& name) {
    std::vector<PartMark> parts;
    for (const auto& [part, points] : find(name).points) {
      PartMark one;
      one.part = part;
      one.of = points;
      parts.push_back(one);
    }
    return parts;
  };
  marker.version = [find, by_nvcc, predict](const std::string& name) {
    const std::string version = version_of(find(name), by_nvcc);
    return predict && find(name).starter_time ? sha256(version + gpu_of(find(name))) : version;
  };
  marker.starter = [find](const std::string& name) {
    const marking::Exercise& exercise = find(name);
    std::string all = starter_of(read_text(exercise.folder / "exercise.cu"));
    for (const std::string& fault : exercise.faults) all += read_text(exercise.folder / "wrong" / fault);
    return all;
  };
  marker.faulty_starter = [find](const std::string& name, const std::string& fault) {
    const fs::path folder = find(name).folder;
    return faulty_starter(starter_of(read_text(folder / "exercise.cu")), read_text(folder / "wrong" / fault));
  };
  marker.mark = [find, by_nvcc, predict](const std::string& name, const fs::path& file, std::uint64_t seed) {
    marking::MarkOptions options;
    options.seed = seed;
    options.by_nvcc = by_nvcc;
    options.predict = predict;
    return marking::mark(find(name), file, options);
  };
  return marker;
}

}  // namespace tutorial::instructor
