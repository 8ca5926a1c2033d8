#include "sim/runtime/fault_injection.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/event.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/repeated_launches.hpp"
#include "sim/runtime/stream.hpp"
#include "sim/runtime/unchecked_errors.hpp"

namespace cudasim {
namespace {

/// The variable's value; removed from the environment, so that no child process gets it.
std::string taken(const char* variable) {
  const char* value = std::getenv(variable);
  std::string text = value == nullptr ? "" : value;
  unsetenv(variable);
  return text;
}

[[noreturn]] void refuse_setting(const char* variable, const std::string& value, const char* wanted) {
  std::fprintf(stderr, "cudasim: %s=%s: %s\n", variable, value.c_str(), wanted);
  std::_Exit(2);
}

cudaError_t error_named(const char* name) {
#define CUDASIM_NAMED(error, number, text) \
  if (std::strcmp(name, #error) == 0) return error;
  CUDASIM_ERRORS(CUDASIM_NAMED)
#undef CUDASIM_NAMED
  return cudaSuccess;
}

class FaultPlan {
 public:
  static FaultPlan& instance() {
    static auto& plan = *new FaultPlan;
    return plan;
  }

  cudaError_t enter(const char* name) {
    if (!wanted_) return cudaSuccess;
    const std::lock_guard lock(mutex_);
    if (file_ != nullptr) std::fprintf(file_, "%s\n", name);
    return ++calls_ == failing_ ? error_ : cudaSuccess;
  }

 private:
  FaultPlan() {
    read_failure();
    open_file();
    wanted_ = failing_ != 0 || file_ != nullptr;
  }

  void read_failure() {
    const std::string value = taken("CUDASIM_FAIL");
    if (value.empty()) return;
    char* end = nullptr;
    failing_ = std::strtoul(value.c_str(), &end, 10);
    if (*end == ':') error_ = error_named(end + 1);
    if (failing_ == 0 || error_ == cudaSuccess)
      refuse_setting("CUDASIM_FAIL", value,
                     "needs the number of a call and an error, such as 3:cudaErrorMemoryAllocation");
  }

  void open_file() {
    const std::string value = taken("CUDASIM_CALLS");
    if (value.empty()) return;
    file_ = std::fopen(value.c_str(), "we");
    if (file_ == nullptr) refuse_setting("CUDASIM_CALLS", value, std::strerror(errno));
    std::atexit([] { instance().close_file(); });
  }

  void close_file() {
    const std::lock_guard lock(mutex_);
    std::fprintf(file_, "left: %zu allocations, %zu pinned, %zu streams, %zu events\n",
                 DeviceHeap::instance().allocations().size(), pinned_count(), stream_count(), event_count());
    std::fclose(file_);
    file_ = nullptr;
  }

  std::mutex mutex_;
  bool wanted_ = false;
  unsigned long calls_ = 0;
  unsigned long failing_ = 0;
  cudaError_t error_ = cudaSuccess;
  std::FILE* file_ = nullptr;
};

}  // namespace

cudaError_t enter_call(const char* name) {
  note_call();
  call_begins(name);
  return FaultPlan::instance().enter(name);
}

}  // namespace cudasim
