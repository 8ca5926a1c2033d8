#include "driver/data/gpu.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

template <typename Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

Gpu find_gpu() {
  Gpu gpu;
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) {
    gpu.why_none = "libcuda.so.1 is not installed";
    return gpu;
  }
  const auto init = symbol<int (*)(unsigned)>(library, "cuInit");
  const auto driver_version = symbol<int (*)(int*)>(library, "cuDriverGetVersion");
  const auto device_count = symbol<int (*)(int*)>(library, "cuDeviceGetCount");
  const auto device_name = symbol<int (*)(char*, int, int)>(library, "cuDeviceGetName");
  if (!init || !driver_version || !device_count || !device_name) {
    gpu.why_none = "libcuda.so.1 is not NVIDIA's";
    return gpu;
  }
  int count = 0;
  char name[256] = "";
  if (const int error = init(0)) {
    gpu.why_none = fmt::format("cuInit says error {}", error);
  } else if (device_count(&count) || count == 0) {
    gpu.why_none =
        std::getenv("CUDA_VISIBLE_DEVICES") ? "CUDA_VISIBLE_DEVICES hides them" : "the driver lists none";
  } else if (device_name(name, sizeof name, 0) || driver_version(&gpu.driver_cuda)) {
    gpu.why_none = "the driver does not answer";
  } else {
    gpu.name = name;
  }
  return gpu;
}

GpuDetails gpu_details() {
  GpuDetails details;
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) return details;
  const auto device_attribute = symbol<int (*)(int*, int, int)>(library, "cuDeviceGetAttribute");
  const auto total_memory = symbol<int (*)(std::size_t*, int)>(library, "cuDeviceTotalMem_v2");
  const auto bus_id = symbol<int (*)(char*, int, int)>(library, "cuDeviceGetPCIBusId");
  // The numbers of CUdevice_attribute.
  const auto attribute = [&](int number) {
    int value = 0;
    return device_attribute && device_attribute(&value, number, 0) == 0 ? value : 0;
  };
  details.major = attribute(75);
  details.minor = attribute(76);
  details.multiprocessors = attribute(16);
  details.shared_bytes = attribute(81);
  details.l2_bytes = attribute(38);
  if (std::size_t bytes = 0; total_memory && total_memory(&bytes, 0) == 0)
    details.memory_bytes = static_cast<std::int64_t>(bytes);
  if (char text[64] = ""; bus_id && bus_id(text, sizeof text, 0) == 0) details.bus_id = text;
  return details;
}

std::string why_not_cuda(const Manifest& manifest, const Gpu& gpu) {
  if (gpu.name.empty()) return fmt::format("no NVIDIA GPU is visible ({})", gpu.why_none);
  if (!manifest.has_backend("cuda")) {
    return fmt::format(
        "{} is there, but this build has no CUDA back end; ./tutorial doctor lists what is missing",
        gpu.name);
  }
  if (gpu.driver_cuda / 1000 < std::atoi(manifest.cuda_version.c_str())) {
    return fmt::format("the driver of {} supports CUDA {}.{}, but the toolkit is {}", gpu.name,
                       gpu.driver_cuda / 1000, gpu.driver_cuda % 1000 / 10, manifest.cuda_version);
  }
  return "";
}

BackendChoice choose_backend(const std::string& wanted, const Manifest& manifest, const Gpu& gpu) {
  std::string why_sim = why_not_cuda(manifest, gpu);
  if (wanted == "cuda" && !why_sim.empty()) {
    throw Failure(
        gpu.name.empty() ? exit_no_device : exit_wrong,
        fmt::format("--backend cuda cannot run: {}. --backend sim runs on the CPU simulator.", why_sim));
  }
  if (wanted == "sim" && why_sim.empty()) why_sim = "--backend sim";
  if (why_sim.empty()) {
    const std::string version = manifest.cuda_version.substr(0, manifest.cuda_version.rfind('.'));
    return {"cuda", fmt::format("Running on {} with CUDA {}.", gpu.name, version)};
  }
  if (!manifest.has_backend("sim")) {
    throw Failure(
        gpu.name.empty() ? exit_no_device : exit_wrong,
        fmt::format("this build has no simulator, and {}. The preset `auto` builds both.", why_sim));
  }
  return {"sim", fmt::format("Running on the CPU simulator: {}.", why_sim)};
}

}  // namespace tutorial::driver
