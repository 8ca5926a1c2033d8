#include "marking/screen/elf_object.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

namespace tutorial::marking {
namespace {

class Reader {
 public:
  explicit Reader(std::string bytes) : bytes_(std::move(bytes)), header_(at<Elf64_Ehdr>(0)) {
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_ident[EI_CLASS] != ELFCLASS64 ||
        header_.e_ident[EI_DATA] != ELFDATA2LSB || header_.e_type != ET_REL ||
        header_.e_shentsize != sizeof(Elf64_Shdr))
      throw ElfError("not an object file");
    std::size_t count = header_.e_shnum;
    if (count == 0 && header_.e_shoff != 0)
      count = at<Elf64_Shdr>(header_.e_shoff).sh_size;  // more than 65279 of them
    if (count > bytes_.size()) throw ElfError("damaged");
    for (std::size_t i = 0; i < count; ++i)
      sections_.push_back(at<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr)));
  }

  ElfObject read() {
    ElfObject object;
    std::size_t names = header_.e_shstrndx;
    if (names == SHN_XINDEX) names = section(0).sh_link;
    bool has_stack_note = false;
    for (const Elf64_Shdr& each : sections_) {
      object.sections.push_back(text(section(names), each.sh_name));
      if (object.sections.back() == ".note.GNU-stack") {
        has_stack_note = true;
        object.executable_stack = (each.sh_flags & SHF_EXECINSTR) != 0;
      }
    }
    if (!has_stack_note) object.executable_stack = true;
    for (const Elf64_Shdr& each : sections_)
      if (each.sh_type == SHT_SYMTAB) read_symbols(each, object);
    for (const Elf64_Shdr& each : sections_) {
      if (each.sh_type != SHT_RELA && each.sh_type != SHT_REL) continue;
      const Elf64_Shdr& target = section(each.sh_info);
      if (runs_before_main(object.sections[each.sh_info], target)) read_initialisers(each, object);
    }
    return object;
  }

 private:
  template <class T>
  T at(std::size_t offset) const {
    if (offset > bytes_.size() || sizeof(T) > bytes_.size() - offset) throw ElfError("damaged");
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  const Elf64_Shdr& section(std::size_t number) const {
    if (number >= sections_.size()) throw ElfError("damaged");
    return sections_[number];
  }

  std::string text(const Elf64_Shdr& strings, std::size_t offset) const {
    if (strings.sh_size > bytes_.size() || strings.sh_offset > bytes_.size() - strings.sh_size ||
        offset >= strings.sh_size)
      throw ElfError("damaged");
    const char* begin = bytes_.data() + strings.sh_offset + offset;
    return std::string(begin, strnlen(begin, strings.sh_size - offset));
  }

  static bool runs_before_main(const std::string& name, const Elf64_Shdr& header) {
    return header.sh_type == SHT_INIT_ARRAY || header.sh_type == SHT_FINI_ARRAY ||
           header.sh_type == SHT_PREINIT_ARRAY || name.starts_with(".ctors") || name.starts_with(".dtors");
  }

  bool is_writable(const Elf64_Sym& symbol, const ElfObject& object) const {
    if (symbol.st_shndx == SHN_COMMON) return true;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= sections_.size()) return false;
    return (sections_[symbol.st_shndx].sh_flags & SHF_WRITE) != 0 &&
           !object.sections[symbol.st_shndx].starts_with(".data.rel.ro");
  }

  void read_symbols(const Elf64_Shdr& table, ElfObject& object) {
    for (std::size_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = at<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
      const unsigned type = ELF64_ST_TYPE(symbol.st_info), binding = ELF64_ST_BIND(symbol.st_info);
      if (type == STT_SECTION || type == STT_FILE) continue;
      const auto kind = type == STT_FUNC        ? ElfSymbol::Kind::function
                        : type == STT_GNU_IFUNC ? ElfSymbol::Kind::resolver
                        : type == STT_OBJECT || type == STT_COMMON || type == STT_TLS
                            ? ElfSymbol::Kind::data
                            : ElfSymbol::Kind::other;
      object.symbols.push_back({kind, text(section(table.sh_link), symbol.st_name),
                                symbol.st_shndx != SHN_UNDEF, binding == STB_LOCAL,
                                binding == STB_WEAK || binding == STB_GNU_UNIQUE, is_writable(symbol, object),
                                symbol.st_size});
    }
  }

  /// The function that begins there; its section's number where there is none.
  std::string function_at(const Elf64_Shdr& table, std::size_t in_section, std::uint64_t value) const {
    for (std::size_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = at<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx == in_section &&
          symbol.st_value == value)
        return text(section(table.sh_link), symbol.st_name);
    }
    return "a function of section " + std::to_string(in_section);
  }

  void read_initialisers(const Elf64_Shdr& relocations, ElfObject& object) {
    const Elf64_Shdr& table = section(relocations.sh_link);
    const std::size_t size = relocations.sh_type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    for (std::size_t i = 0; i < relocations.sh_size / size; ++i) {
      const std::size_t offset = relocations.sh_offset + i * size;
      const auto entry = at<Elf64_Rel>(offset);
      const std::int64_t addend = relocations.sh_type == SHT_RELA ? at<Elf64_Rela>(offset).r_addend : 0;
      const auto symbol = at<Elf64_Sym>(table.sh_offset + ELF64_R_SYM(entry.r_info) * sizeof(Elf64_Sym));
      if (ELF64_ST_TYPE(symbol.st_info) == STT_SECTION)
        object.run_before_main.push_back(
            function_at(table, symbol.st_shndx, symbol.st_value + static_cast<std::uint64_t>(addend)));
      else
        object.run_before_main.push_back(text(section(table.sh_link), symbol.st_name));
    }
  }

  const std::string bytes_;
  const Elf64_Ehdr header_;
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace

ElfObject read_elf_object(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ElfError("cannot be read");
  return Reader({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}).read();
}

std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && symbol.starts_with("_Z") ? text.get() : symbol;
}

}  // namespace tutorial::marking
