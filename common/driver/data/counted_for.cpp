#include "driver/data/counted_for.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>

#include "tutorial/errors.hpp"

namespace tutorial::driver {

namespace {

std::filesystem::path gpus_of(const Manifest& manifest) {
  return manifest.source_dir / "common/predict/gpus";
}

}  // namespace

predict::Gpu gpu_of(const Manifest& manifest, const std::string& name) {
  try {
    return predict::gpu_named(gpus_of(manifest), name);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

std::optional<predict::Gpu> default_gpu(const Manifest& manifest, const std::string& device) {
  if (const char* wanted = std::getenv("TUTORIAL_GPU"); wanted != nullptr && *wanted != '\0')
    return gpu_of(manifest, wanted);
  std::optional<predict::Gpu> usual;
  for (const std::string& name : predict::gpu_names(gpus_of(manifest))) {
    const predict::Gpu gpu = gpu_of(manifest, name);
    if (device.starts_with(gpu.title)) return gpu;
    if (name == "h200") usual = gpu;
  }
  return usual;
}

BlockSample block_sample_of(const std::string& value, const Program* program, std::vector<std::string> args) {
  if (value.empty()) return {.args = std::move(args)};
  const bool as_table = program && args.empty() && !program->sample.empty();
  if (as_table) args = program->sample;
  if (value == "some")
    return {.on = true, .blocks = as_table ? program->sample_blocks : 0, .args = std::move(args)};
  int blocks = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), blocks);
  if (error != std::errc() || end != value.data() + value.size() || blocks < 1)
    throw UsageError(fmt::format("--sample={}: the number of blocks is a positive integer", value));
  return {.on = true, .blocks = blocks, .args = std::move(args)};
}

Variables counted_for(const predict::Gpu& gpu, bool sample, int blocks) {
  Variables variables = {{"LENS_PREDICT", sample ? "sample" : "all"}};
  if (blocks > 0) {
    variables.emplace_back("LENS_WATCH", fmt::format("{}", blocks));
    // Hazards are looked for where every block runs. Here it is enough to see that a kernel reads what a block
    // outside the sample should have written.
    variables.emplace_back("LENS_CHECKS", "1000000");
  }
  // A grid that the program fits to the device is the one that this GPU would get.
  variables.emplace_back("CUDASIM_MULTIPROCESSORS", fmt::format("{:.0f}", gpu.multiprocessors));
  return variables;
}

CountedFor::CountedFor(const predict::Gpu& gpu, bool sample, int blocks) {
  for (const auto& [name, value] : counted_for(gpu, sample, blocks)) {
    const char* before = std::getenv(name.c_str());
    before_.emplace_back(name, before ? std::optional<std::string>(before) : std::nullopt);
    setenv(name.c_str(), value->c_str(), 1);
  }
}

CountedFor::~CountedFor() {
  for (const auto& [name, value] : before_)
    value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
}

}  // namespace tutorial::driver
