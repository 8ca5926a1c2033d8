// The parts of an object file that the screen judges.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace tutorial::marking {

struct ElfSymbol {
  enum class Kind {
    function,
    data,
    resolver,
    other
  } kind;  ///< resolver: chooses a function when the program starts (ifunc)
  std::string name;
  bool defined;
  bool local;
  bool weak;
  bool
      writable;  ///< in a section that the program may write to; not what is so only until it is linked (.data.rel.ro)
  std::uint64_t bytes = 0;
};

struct ElfObject {
  std::vector<ElfSymbol> symbols;
  std::vector<std::string> run_before_main;  ///< names of functions; empty where it has none
  std::vector<std::string> sections;
  bool executable_stack = false;
};

/// Not an object file for 64 bits, or damaged.
class ElfError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @throws ElfError
ElfObject read_elf_object(const std::filesystem::path& file);

/// "std::thread::_M_start_thread(…)"; the name itself if it is not C++'s.
std::string readable(const std::string& symbol);

}  // namespace tutorial::marking
