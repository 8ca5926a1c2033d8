#include "driver/data/compiled_registers.hpp"

#include <fmt/format.h>

#include "support/process.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::driver {

predict::Registers compiled_registers(const Program& program) {
  const auto binary = program.binaries.find("cuda");
  if (binary == program.binaries.end() || !std::filesystem::exists(binary->second)) return {};
  return predict::registers_of(binary->second);
}

predict::Registers compiled_registers(const Manifest& manifest, const std::filesystem::path& source,
                                      const predict::Gpu& gpu) {
  if (manifest.cuda_compiler.empty()) return {};
  const TemporaryFolder folder;
  const std::filesystem::path cubin = folder / "kernels.cubin";
  const std::string architecture = fmt::format("-arch=sm_{:.0f}", 10 * gpu.compute_capability);
  const Exit exit =
      run_logged({manifest.cuda_compiler, "-cubin", architecture, "-o", cubin.string(), source.string()},
                 folder / "said.txt", [](const std::string&) {});
  return exit.code == 0 ? predict::registers_of(cubin) : predict::Registers{};
}

}  // namespace tutorial::driver
