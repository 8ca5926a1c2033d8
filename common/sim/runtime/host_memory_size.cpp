#include "sim/runtime/host_memory_size.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

namespace cudasim {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
constexpr std::size_t smallest = std::size_t{1} << 20;
constexpr std::size_t largest = std::size_t{1} << 40;  // four times this must fit the address space

std::size_t available_on_host() {
  std::ifstream meminfo("/proc/meminfo");
  std::string word;
  while (meminfo >> word)
    if (word == "MemAvailable:") {
      std::size_t kibibytes = 0;
      if (meminfo >> kibibytes) return kibibytes * 1024;
    }
  return std::size_t{4} << 30;
}

std::size_t number_in(const char* file) {
  std::ifstream in(file);
  std::size_t value = unlimited;
  return in >> value ? value : unlimited;  // the file contains "max" if there is no limit
}

std::size_t available_in_container() {
  const std::size_t limit = number_in("/sys/fs/cgroup/memory.max");
  const std::size_t used = number_in("/sys/fs/cgroup/memory.current");
  return limit == unlimited || used == unlimited ? unlimited : limit - std::min(limit, used);
}

}  // namespace

std::size_t device_memory_size() {
  if (const char* wanted = std::getenv("CUDASIM_MEMORY")) {
    char* end = nullptr;
    errno = 0;
    const unsigned long long bytes = std::strtoull(wanted, &end, 10);
    if (errno == 0 && end != wanted && *end == '\0' && *wanted != '-' && bytes >= smallest &&
        bytes <= largest)
      return static_cast<std::size_t>(bytes);
    std::fprintf(stderr,
                 "cudasim: CUDASIM_MEMORY=\"%s\" is not a number of bytes from %zu to %zu; it is ignored\n",
                 wanted, smallest, largest);
  }
  const std::size_t available = std::min(available_on_host(), available_in_container());
  return std::clamp(available / 4 * 3 / smallest * smallest, smallest, largest);
}

}  // namespace cudasim
