#include "driver/data/recorded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

namespace fs = std::filesystem;

const std::string prefix = "nvidia-";

fs::path folder_of(const Manifest& manifest) { return manifest.source_dir / "docs" / "results"; }

Results results_of(const Manifest& manifest, const std::string& device) {
  const std::vector<std::string> known = Recorded::devices(manifest);
  if (std::find(known.begin(), known.end(), device) == known.end())
    throw UsageError(fmt::format("--recorded: nothing is recorded of '{}'; there is {}", device,
                                 known.empty() ? "nothing" : fmt::format("{}", fmt::join(known, ", "))));
  return read_results(folder_of(manifest) / (prefix + device) / "bench.json");
}

}  // namespace

std::vector<std::string> Recorded::devices(const Manifest& manifest) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder_of(manifest), none)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && fs::exists(entry.path() / "bench.json"))
      names.push_back(name.substr(prefix.size()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

Recorded::Recorded(const Manifest& manifest, const std::string& device)
    : name_(device), results_(results_of(manifest, device)) {}

const Row* Recorded::of(const std::string& program, const Row& row) const {
  const Row* of_default = nullptr;
  const Row* of_size = nullptr;
  for (const Row& each : results_.rows) {
    if (each.program != program || each.variant != row.variant || each.type != row.type || !each.verified ||
        !each.median_s)
      continue;
    if (each.size == row.size && (!of_size || (!of_size->arguments.empty() && each.arguments.empty())))
      of_size = &each;
    if (each.arguments.empty()) of_default = &each;
  }
  return of_size ? of_size : of_default;
}

}  // namespace tutorial::driver
