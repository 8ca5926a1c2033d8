#include "predict/registers.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string_view>

#include "support/files.hpp"
#include "support/process.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::predict {
namespace {

std::string demangled(const std::string& symbol) {
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr), &std::free);
  return text ? text.get() : symbol;
}

/// `void ns::scale<float>(float*, int)` is ns::scale<float>. What files that are compiled together have their names in is no part of it.
std::string kernel_of(const std::string& symbol) {
  std::string text = demangled(symbol);
  constexpr std::string_view unnamed = "(anonymous namespace)::", together = "cudasim_together_";
  for (std::size_t at = 0; (at = text.find(unnamed, at)) != std::string::npos;)
    text.erase(at, unnamed.size());
  for (std::size_t at = 0; (at = text.find(together, at)) != std::string::npos;)
    text.erase(at, text.find("::", at) + 2 - at);
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '<' ? 1 : text[i] == '>' ? -1 : 0;
    if (depth == 0 && text[i] == ' ') begin = i + 1;
    if (depth == 0 && text[i] == '(') return text.substr(begin, i - begin);
  }
  return text.substr(begin);
}

/// In PATH, or beside nvcc; empty if it is in neither.
std::filesystem::path of_toolkit(const std::string& name) {
  if (const std::filesystem::path found = find_program(name); !found.empty()) return found;
  const std::filesystem::path nvcc = find_program("nvcc");
  if (nvcc.empty()) return {};
  const std::filesystem::path beside = std::filesystem::canonical(nvcc).parent_path() / name;
  return std::filesystem::exists(beside) ? beside : std::filesystem::path();
}

}  // namespace

Registers registers_in(const std::string& said) {
  const auto most = [](double& value, const std::string& line, std::string_view name) {
    if (const std::size_t at = line.find(name); at != std::string::npos)
      value = std::max(value, std::strtod(line.c_str() + at + name.size(), nullptr));
  };
  Registers registers;
  std::istringstream lines(said);
  for (std::string line, kernel; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, name;
    words >> first >> name;
    if (first == "Function" && name.ends_with(':'))
      kernel = kernel_of(name.substr(0, name.size() - 1));
    else if (!kernel.empty() && line.find("REG:") != std::string::npos) {
      most(registers[kernel].registers, line, "REG:");
      most(registers[kernel].stack_bytes, line, "STACK:");
    }
  }
  return registers;
}

Registers registers_of(const std::filesystem::path& binary) {
  const std::filesystem::path cuobjdump = of_toolkit("cuobjdump");
  if (cuobjdump.empty()) return {};
  const TemporaryFolder folder;
  const Output output{.out = folder / "said.txt", .err = folder / "faults.txt"};
  const Exit exit = run_process({cuobjdump.string(), "-res-usage", binary.string()}, output);
  return exit.code == 0 ? registers_in(read_text(folder / "said.txt")) : Registers{};
}

void set_registers(std::vector<Launch>& launches, const Registers& registers) {
  for (Launch& launch : launches) {
    const auto found = registers.find(launch.kernel);
    if (launch.registers > 0 || found == registers.end()) continue;
    launch.registers = found->second.registers;
    launch.stack_bytes = found->second.stack_bytes;
  }
}

}  // namespace tutorial::predict
