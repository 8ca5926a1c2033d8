#include "support/cpu_name.hpp"

#include <fmt/format.h>

#include <fstream>
#include <thread>

namespace tutorial {

std::string cpu_name() {
  std::string name = "CPU";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
    if (start != std::string::npos) name = line.substr(start);
    break;
  }
  return fmt::format("{}, {} threads", name, std::thread::hardware_concurrency());
}

}  // namespace tutorial
