// Which launches and blocks are recorded, and the recordings of all of them.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "sim/lens/report/json_text.hpp"
#include "sim/lens/trace/step_trace.hpp"
#include "sim/runtime/kernel_launch.hpp"

namespace cudasim::lens {

constexpr std::uint64_t most_traced_blocks = 64;  // of a launch, where all are

namespace {

const char* environment(const char* name) { return std::getenv(name); }

std::uint64_t number_in_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = environment(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// What has run of a kernel.
struct TracedKernel {
  std::string name;
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;  // of the launch that is recorded
};

/// The blocks that LENS_STEPS_BLOCK lists; none where it asks for all.
std::vector<std::uint64_t> wanted_blocks() {
  const char* text = environment("LENS_STEPS_BLOCK");
  if (text == nullptr) return {0};
  std::vector<std::uint64_t> blocks;
  if (std::strcmp(text, "all") == 0) return blocks;
  for (char* end = nullptr;; text = end + 1) {
    blocks.push_back(std::strtoull(text, &end, 10));
    if (*end != ',') return blocks;
  }
}

struct Traces {
  std::mutex mutex;
  std::map<std::pair<void (*)(void*), const void*>, TracedKernel> kernels;
  std::set<unsigned long> recorded;  // serials of launches
  std::vector<std::unique_ptr<StepTrace>> all;
};
Traces& traces() {
  static auto* made = new Traces;  // outlives static objects that launch kernels
  return *made;
}

}  // namespace

bool steps_are_wanted() {
  static const bool wanted = environment("LENS_STEPS") != nullptr;
  return wanted;
}

void steps_launch_begins(const Launch& launch, const std::string& kernel) {
  Traces& kept = traces();
  const std::lock_guard<std::mutex> lock(kept.mutex);
  TracedKernel& of = kept.kernels[{launch.call.invoke, launch.call.address}];
  ++of.launches;
  of.name = kernel;
  const std::uint64_t serial = number_in_environment("LENS_STEPS_SERIAL", 0);
  if (serial != 0 ? launch.serial != serial : of.launches != number_in_environment("LENS_STEPS_LAUNCH", 1))
    return;
  of.blocks = launch.blocks;
  kept.recorded.insert(launch.serial);
}

bool steps_take(const Launch& launch, std::uint64_t block) {
  Traces& kept = traces();
  const std::lock_guard<std::mutex> lock(kept.mutex);
  if (!kept.recorded.contains(launch.serial)) return false;
  const std::vector<std::uint64_t> wanted = wanted_blocks();
  return wanted.empty() ? block < most_traced_blocks
                        : std::find(wanted.begin(), wanted.end(), block) != wanted.end();
}

StepTrace* steps_of(const Launch& launch, const Block& block, std::uint64_t number) {
  if (!steps_take(launch, number)) return nullptr;
  Traces& kept = traces();
  const std::lock_guard<std::mutex> lock(kept.mutex);
  // What began without its cluster begins again.
  std::erase_if(kept.all,
                [&](const auto& trace) { return trace->is_of(launch) && trace->is_of(block.index); });
  return kept.all
      .emplace_back(std::make_unique<StepTrace>(launch, block, number_in_environment("LENS_STEPS_LAUNCH", 1)))
      .get();
}

void steps_launch_ends(const Launch& launch, const std::string& kernel) {
  Traces& kept = traces();
  const std::lock_guard<std::mutex> lock(kept.mutex);
  kept.kernels[{launch.call.invoke, launch.call.address}].name = kernel;
  for (const auto& trace : kept.all) trace->launch_ends(launch, kernel);
  const char* const only = environment("LENS_STEPS_KERNEL");
  if (only == nullptr || kernel.find(only) != std::string::npos) return;
  std::erase_if(kept.all, [&](const auto& trace) { return trace->is_of(launch); });
}

namespace {

std::string counted(std::uint64_t count, const std::string& word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

/// Why a launch or block that was asked for is not there, in a sentence; "" where nothing is missing.
std::string missing_steps(const Traces& kept) {
  const std::uint64_t launch = number_in_environment("LENS_STEPS_LAUNCH", 1);
  std::string launches, blocks;
  std::uint64_t most_blocks = 0;
  for (const auto& [_, kernel] : kept.kernels) {
    launches += (launches.empty() ? "" : ", ") + kernel.name + " has " + std::to_string(kernel.launches);
    if (kernel.blocks == 0) continue;
    blocks += (blocks.empty() ? "" : ", ") + kernel.name + " has " + counted(kernel.blocks, "block");
    most_blocks = std::max(most_blocks, kernel.blocks);
  }
  if (kept.kernels.empty()) return "the program has launched no kernel";
  if (blocks.empty()) return "there is no launch " + std::to_string(launch) + ": " + launches;
  for (const std::uint64_t block : wanted_blocks())
    if (block >= most_blocks)
      return "there is no block " + std::to_string(block) + ": " + blocks + ", counted from 0";
  return "";
}

}  // namespace

std::string steps_json() {
  Traces& kept = traces();
  const std::lock_guard<std::mutex> lock(kept.mutex);
  std::string launches;
  for (const auto& trace : kept.all) launches += (launches.empty() ? "\n" : ",\n") + trace->json();
  const std::string missing = missing_steps(kept);
  return "{\"format\":\"cuda-by-chapter-steps\",\"version\":1," +
         (missing.empty() ? "" : "\"missing\":" + json_string(missing) + ",") + "\"launches\":[" + launches +
         "\n]}\n";
}

}  // namespace cudasim::lens
