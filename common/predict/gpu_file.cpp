#include "predict/gpu_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "support/files.hpp"

namespace tutorial::predict {
namespace {

struct Field {
  const char* name;
  double Gpu::*value;
};

constexpr Field fields[] = {
    {"compute_capability", &Gpu::compute_capability},
    {"multiprocessors", &Gpu::multiprocessors},
    {"clock_hz", &Gpu::clock_hz},
    {"threads_a_multiprocessor", &Gpu::threads_a_multiprocessor},
    {"blocks_a_multiprocessor", &Gpu::blocks_a_multiprocessor},
    {"registers_a_multiprocessor", &Gpu::registers_a_multiprocessor},
    {"shared_bytes_a_multiprocessor", &Gpu::shared_bytes_a_multiprocessor},
    {"l1_bytes", &Gpu::l1_bytes},
    {"l2_bytes", &Gpu::l2_bytes},
    {"l2_partitions", &Gpu::l2_partitions},
    {"fp32_lanes", &Gpu::fp32_lanes},
    {"fp64_lanes", &Gpu::fp64_lanes},
    {"integer_lanes", &Gpu::integer_lanes},
    {"special_lanes", &Gpu::special_lanes},
    {"read_bytes_s", &Gpu::read_bytes_s},
    {"copy_bytes_s", &Gpu::copy_bytes_s},
    {"l2_bytes_s", &Gpu::l2_bytes_s},
    {"l2_requests_s", &Gpu::l2_requests_s},
    {"memory_access_bytes", &Gpu::memory_access_bytes},
    {"memory_page_s", &Gpu::memory_page_s},
    {"arithmetic_s", &Gpu::arithmetic_s},
    {"shared_s", &Gpu::shared_s},
    {"l1_s", &Gpu::l1_s},
    {"l2_s", &Gpu::l2_s},
    {"memory_s", &Gpu::memory_s},
    {"l2_spread_s", &Gpu::l2_spread_s},
    {"memory_spread_s", &Gpu::memory_spread_s},
    {"launch_s", &Gpu::launch_s},
    {"grid_block_s", &Gpu::grid_block_s},
    {"block_s", &Gpu::block_s},
    {"store_line_s", &Gpu::store_line_s},
    {"atomic_s", &Gpu::atomic_s},
    {"same_atomic_s", &Gpu::same_atomic_s},
    {"same_integer_s", &Gpu::same_integer_s},
    {"host_launch_s", &Gpu::host_launch_s},
    {"host_wait_s", &Gpu::host_wait_s},
    {"host_copy_s", &Gpu::host_copy_s},
};

double number_of(const nlohmann::json& values, const std::string& name, const std::string& gpu) {
  const auto found = values.find(name);
  if (found == values.end()) throw std::runtime_error(fmt::format("the GPU {} has no {}", gpu, name));
  const auto& entry = *found;
  if (!entry.is_object() || !entry.contains("value") || !entry["value"].is_number() ||
      !(entry["value"].get<double>() > 0))
    throw std::runtime_error(fmt::format("the GPU {}: {} is no positive number", gpu, name));
  if (!entry.contains("source") || !entry["source"].is_string() || entry["source"].get<std::string>().empty())
    throw std::runtime_error(fmt::format("the GPU {}: {} has no source", gpu, name));
  return entry["value"].get<double>();
}

}  // namespace

Gpu gpu_from(const std::string& text, const std::string& name) {
  nlohmann::json root;
  try {
    root = nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error(fmt::format("the GPU {}: its file is no JSON", name));
  }
  if (!root.is_object() || !root.contains("title") || !root["title"].is_string() || !root.contains("values"))
    throw std::runtime_error(fmt::format("the GPU {}: its file has no title or no values", name));
  Gpu gpu;
  gpu.name = name;
  gpu.title = root["title"];
  for (const Field& field : fields) gpu.*field.value = number_of(root["values"], field.name, name);
  return gpu;
}

std::vector<std::string> gpu_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Gpu gpu_named(const std::filesystem::path& folder, const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".json");
  const std::filesystem::path file = is_path ? std::filesystem::path(name) : folder / (name + ".json");
  if (!std::filesystem::is_regular_file(file))
    throw std::runtime_error(fmt::format("there is no GPU '{}': {}, or the path of a file like those in {}",
                                         name, fmt::join(gpu_names(folder), ", "), folder.string()));
  return gpu_from(read_text(file), file.stem().string());
}

}  // namespace tutorial::predict
