#include "driver/data/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <vector>

#include "support/cpu_name.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"
#include "tutorial/l1_bytes.hpp"

namespace tutorial::driver {
namespace {

/// What a command prints; "" where it is not there or fails.
std::string output_of(const std::vector<std::string>& command) {
  const TemporaryFolder folder;
  try {
    const Exit exit = run_process(command, {.out = folder / "out", .err = folder / "err"});
    return exit.code == 0 ? read_text(folder / "out") : "";
  } catch (const std::runtime_error&) {
    return "";
  }
}

nlohmann::ordered_json known(std::int64_t value) {
  return value > 0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

nlohmann::ordered_json clocks_from(const std::string& line) {
  nlohmann::ordered_json clocks;
  std::istringstream in(line);
  for (const char* name :
       {"multiprocessor_mhz_max", "memory_mhz_max", "multiprocessor_mhz", "memory_mhz", "power_limit_w"}) {
    std::string field;
    std::getline(in, field, ',');
    char* end = nullptr;
    const double value = std::strtod(field.c_str(), &end);
    clocks[name] = end == field.c_str() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
  }
  return clocks;
}

nlohmann::ordered_json about_machine(const Manifest& manifest, const Gpu& gpu) {
  const GpuDetails details = gpu_details();
  const auto ask = [&](const char* what) {
    return text::trimmed(output_of({"nvidia-smi", "-i", details.bus_id.empty() ? "0" : details.bus_id,
                                    fmt::format("--query-gpu={}", what), "--format=csv,noheader,nounits"}));
  };
  const std::string driver = ask("driver_version");
  const std::string source = manifest.source_dir.string();
  std::string commit = text::trimmed(output_of({"git", "-C", source, "rev-parse", "HEAD"}));
  const std::string changes = commit.empty() ? "" : output_of({"git", "-C", source, "diff", "HEAD"});
  if (const char* given = std::getenv("TUTORIAL_COMMIT"); commit.empty() && given) commit = given;
  const std::string now = utc_now();
  return {{"device", gpu.name},
          {"compute_capability", fmt::format("{}.{}", details.major, details.minor)},
          {"multiprocessors", known(details.multiprocessors)},
          {"l1_bytes", known(tutorial::l1_bytes(details.major, details.minor, details.shared_bytes))},
          {"l2_bytes", known(details.l2_bytes)},
          {"memory_bytes", known(details.memory_bytes)},
          {"clocks", clocks_from(ask("clocks.max.sm,clocks.max.mem,clocks.sm,clocks.mem,power.limit"))},
          {"driver", driver.empty() ? "unknown" : driver},
          {"cuda", manifest.cuda_version.substr(0, manifest.cuda_version.rfind('.'))},
          {"toolkit", manifest.cuda_version},
          {"host_cpu", tutorial::cpu_name()},
          {"commit", commit.empty() ? "unknown" : commit},
          {"changes", changes.empty() ? "" : text::fingerprint(changes)},
          {"date", now.substr(0, now.find('T'))},
          {"started", now}};
}

}  // namespace tutorial::driver
