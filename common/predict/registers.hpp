#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "predict/counted_launch.hpp"

namespace tutorial::predict {

/// What nvcc gave a thread of a kernel.
struct Given {
  double registers = 0;
  double stack_bytes = 0;  ///< of local memory: spilled registers, and arrays that are in none

  bool operator==(const Given&) const = default;
};

/// By the kernel's name as the lens has it.
using Registers = std::map<std::string, Given>;

/// Of what `cuobjdump -res-usage` prints. Where a kernel is there for several architectures, the most.
Registers registers_in(const std::string& said);

/// What nvcc gave the kernels of an executable or a cubin. Empty where cuobjdump is neither in PATH nor beside nvcc, or finds no machine
/// code.
Registers registers_of(const std::filesystem::path& binary);

/// Launches whose registers are not known get them.
void set_registers(std::vector<Launch>& launches, const Registers& registers);

}  // namespace tutorial::predict
