#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "marking/sandbox/machine_error.hpp"
#include "marking/screen/elf_object.hpp"
#include "marking/screen/screen.hpp"
#include "marking/screen/screen_tokens.hpp"
#include "sim/translate/scopes.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

using WordSet = std::set<std::string, std::less<>>;

/// What g++ may expand in place, where no call tells the lens.
constexpr std::array expanded_builtins = {"memcpy",    "mempcpy", "memmove", "memset",   "memcmp",
                                          "memcmp_eq", "bcmp",    "memchr",  "strlen",   "strnlen",
                                          "strcmp",    "strncmp", "strcpy",  "strncpy",  "stpcpy",
                                          "stpncpy",   "strcat",  "strncat", "va_start", "va_copy"};
constexpr std::string_view builtin_prefix = "__builtin_";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string_view number_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return text.substr(at, end - at);
}

/// The length of "name.cu:12:3] " or "name.cu:12:3 discrim 2] "; 0 if the text does not start with it.
std::size_t place_length(std::string_view text) {
  const std::size_t end = text.find("] "), colon = text.find(':');
  if (end == std::string_view::npos || colon > end || !is_digit(text[colon + 1])) return 0;
  const std::string_view place = text.substr(0, end);
  return place.find_first_of("[]\"") == std::string_view::npos ? end + 2 : 0;
}

/// A statement without the places that g++ prints in it.
struct PlainStatement {
  std::string text;
  std::string place;  ///< the first: a file, a line and a column
  int line = 0;       ///< in the submission, of the first place; 0 if that is in a header

  PlainStatement(std::string_view printed, const std::string& file) {
    bool is_first = true, is_string = false;
    for (std::size_t i = 0; i < printed.size(); ++i) {
      if (is_string && printed[i] == '\\' && i + 1 < printed.size())
        text += printed[i++];
      else if (printed[i] == '"')
        is_string = !is_string;
      const std::size_t length =
          !is_string && printed[i] == '[' ? place_length(printed.substr(i + 1)) : std::size_t{0};
      if (length == 0) {
        text += printed[i];
        continue;
      }
      const std::string_view here = printed.substr(i + 1, length);
      if (is_first) place = here.substr(0, here.find(' '));
      if (is_first && here.starts_with(file + ":")) line = std::atoi(here.data() + file.size() + 1);
      is_first = false;
      i += length;
    }
  }
};

/// What stands between the commas.
std::vector<std::string_view> operands_of(std::string_view list) {
  std::vector<std::string_view> operands;
  std::size_t begin = 0, depth = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '"') is_string = !is_string;
    if (is_string) {
      if (c == '\\') ++i;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == ',' && depth == 0) {
      operands.push_back(without_spaces(list.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  operands.push_back(without_spaces(list.substr(begin)));
  return operands;
}

/// What is converted, or of which a part is taken: "xD.12" of "VIEW_CONVERT_EXPR<int[2]>(xD.12)[0]", "*_3" of "REALPART_EXPR <*_3>".
std::string_view converted(std::string_view operand) {
  constexpr std::string_view parts[] = {"VIEW_CONVERT_EXPR<", "REALPART_EXPR <", "IMAGPART_EXPR <",
                                        "BIT_FIELD_REF <"};
  for (std::size_t i = 0; i < std::size(parts); ++i) {
    if (!operand.starts_with(parts[i])) continue;
    if (i > 0) return converted(operand.substr(parts[i].size()));
    const std::size_t open = operand.find(">(");
    if (open == std::string_view::npos) return operand;
    std::size_t end = open + 2;
    for (std::size_t depth = 1; end < operand.size(); ++end) {
      if (operand[end] == '(') ++depth;
      if (operand[end] == ')' && --depth == 0) break;
    }
    return converted(operand.substr(open + 2, end - open - 2));
  }
  return operand;
}

/// A constant, an address, or what g++ keeps in a register: name_12, _12(D).
bool is_value(std::string_view operand) {
  operand = converted(operand);
  if (operand.empty() || std::string_view("&\"{").find(operand[0]) != std::string_view::npos) return true;
  for (const std::string_view mark : {">", "(D)", "(ab)", "(D)"})
    if (operand.ends_with(mark) && operand != "<retval>") operand.remove_suffix(mark.size());
  const std::size_t last = operand.find_last_not_of("0123456789");
  const bool is_numbered =
      last != std::string_view::npos && last + 1 < operand.size() && operand[last] == '_';
  if (is_numbered && operand.find_first_of("*[>( ") == std::string_view::npos) return true;
  return std::ranges::none_of(
      std::array{"D.", "*", "->", "MEM", "<retval>"},
      [&](std::string_view of_memory) { return operand.find(of_memory) != std::string_view::npos; });
}

/// "points" and "1234" of "pointsD.1234.x" and of "MEM[(float *)&pointsD.1234 + 4B]": the variable that an access of memory is a part of.
struct AccessBase {
  std::string_view name, number;

  explicit AccessBase(std::string_view operand) {
    operand = converted(operand);
    if (operand.starts_with("MEM")) {
      const std::size_t address = operand.find(")&");
      if (address == std::string_view::npos) return;
      operand.remove_prefix(address + 2);
    }
    if (operand.starts_with("<retval>")) {
      name = "<retval>";
      return;
    }
    const std::size_t at = operand.find("D.");
    if (at == std::string_view::npos ||
        operand.substr(0, at).find_first_of("*[(> ") != std::string_view::npos)
      return;
    const std::string_view digits = number_at(operand, at + 2);
    if (operand.substr(at + 2 + digits.size()).starts_with("->")) return;
    name = operand.substr(0, at);
    number = digits;
  }
};

/// "Shape" of "find_kernel<find(int*)::Shape> (…": a type that a function declares, or one without a name, as a template argument.
std::string type_of_host_in(std::string_view heading) {
  heading = heading.substr(0, heading.find(" (_Z"));
  if (heading.find("<unnamed ") != std::string_view::npos) return "a type without a name";
  const std::size_t arguments = std::min(heading.find('<'), heading.size());
  for (const std::string_view scope : {")::", ") const::"})
    for (std::size_t at = arguments; (at = heading.find(scope, at)) != std::string_view::npos; ++at) {
      const std::string_view name = heading.substr(at + scope.size());
      if (!name.starts_with('<'))
        return std::string(name.substr(0, name.find_first_of("<>, "))) + ", a type local to a function";
    }
  return {};
}

/// One function as g++ prints it.
class PrintedFunction {
 public:
  /// Its line in the list of functions ends with its numbers.
  explicit PrintedFunction(std::string_view heading = {}) : type_of_host_(type_of_host_in(heading)) {
    constexpr std::string_view first = ";; Function ", before = "decl_uid=";
    if (heading.starts_with(first)) name_ = heading.substr(first.size(), heading.find(" (_Z") - first.size());
    if (const std::size_t at = heading.rfind(before); at != std::string_view::npos)
      number_ = number_at(heading, at + before.size());
  }

  /// A line before its first statement. Static variables are not its own.
  void declare(std::string_view line) {
    if (line.starts_with("__attribute__") && line.find("noclone") != std::string_view::npos)
      is_kernel_ = true;
    if (line.find("long double") != std::string_view::npos) has_long_double_ = true;
    if (line.starts_with("static ") || line.starts_with("extern ")) return;
    for (std::size_t at = 0; (at = line.find("D.", at)) != std::string_view::npos; ++at)
      if (const std::string_view number = number_at(line, at + 2); !number.empty()) own_.emplace(number);
  }

  /// A value, or an object on the stack of this function.
  bool is_own(std::string_view operand) const {
    if (is_value(operand)) return true;
    const AccessBase base(operand);
    return base.name == "<retval>" || own_.contains(base.number);
  }

  const std::string& number() const { return number_; }
  /// "std::array<float, 3>::operator[]"
  const std::string& name() const { return name_; }
  bool is_kernel() const { return is_kernel_; }
  bool has_long_double() const { return has_long_double_; }
  /// Empty if there is none among the template arguments.
  const std::string& type_of_host() const { return type_of_host_; }

 private:
  WordSet own_;
  std::string number_, name_, type_of_host_;
  bool is_kernel_ = false, has_long_double_ = false;
};

/// Where a statement is.
struct StatementPlace {
  int line = 0;      ///< in the submission; 0 if it is in a header
  std::string text;  ///< file, line and column
};

/// Calls `see` for each statement of each function in the file that g++ has printed: (function, kind, operands, place). Of kind "block" where
/// a new basic block begins, and of kind "next" for each block that may follow it: the operand is the block's number.
void for_each_statement(const fs::path& printed, const std::string& file, const auto& see) {
  std::ifstream in(printed);
  if (!in) throw MachineError("could not be graded: the compiler has not printed its statements");
  PrintedFunction function;
  constexpr std::string_view block = ";;   basic block ", next = ";;    succ:", further = ";;            ";
  bool is_body = false, is_next = false;
  for (std::string text; std::getline(in, text);) {
    const std::string_view plain = without_spaces(text);
    is_next = plain.starts_with(next) || (is_next && plain.starts_with(further));
    if (text.starts_with(";; Function ")) {
      function = PrintedFunction(plain);
      is_body = false;
    } else if (plain.starts_with(block)) {
      is_body = true;
      see(function, "block", std::vector{number_at(plain, block.size())}, StatementPlace{});
    } else if (is_next) {
      const std::size_t first = plain.find_first_not_of(' ', plain.starts_with(next) ? next.size() : 2);
      if (first != std::string_view::npos && is_digit(plain[first]))
        see(function, "next", std::vector{number_at(plain, first)}, StatementPlace{});
    } else if (!is_body) {
      function.declare(plain);
    } else {
      const PlainStatement statement(plain, file);
      const std::string_view words = statement.text;
      const std::size_t open = words.find(" <"), close = words.rfind('>');
      if (words.starts_with("gimple_") && open != std::string_view::npos && close > open)
        see(function, words.substr(0, open), operands_of(words.substr(open + 2, close - open - 2)),
            StatementPlace{statement.line, statement.place});
    }
  }
}

/// Accesses without the call that tells the lens.
class Accesses {
 public:
  explicit Accesses(const ElfObject& object) {
    for (const ElfSymbol& each : object.symbols) {
      if (each.defined && each.writable) writable_.insert(each.name);
      if (!each.defined || each.kind == ElfSymbol::Kind::function) no_variables_.insert(each.name);
    }
  }

  /// `line`: of the submission; 0 in a header, whose functions keep the simulator's own variables.
  bool is_unseen(const PrintedFunction& function, std::string_view kind,
                 const std::vector<std::string_view>& operands, int line) {
    if (kind == "gimple_call" && operands[0].starts_with("__tsan_")) {
      is_told_ = true;
      return false;
    }
    const bool was_told = is_told_;
    if (kind == "gimple_assign" && operands.size() > 2) {
      if (operands[2].starts_with("{CLOBBER")) return false;  // the end of a variable's life
      const bool stores = line != 0 && !function.is_own(operands[1]);
      const bool accesses =
          stores || std::any_of(operands.begin() + 1, operands.end(), [&](std::string_view each) {
            return !function.is_own(each) && !is_constant(each);
          });
      // The address of what is accessed comes after the call for the access before.
      if (accesses || operands[0] != "addr_expr") is_told_ = false;
      return accesses && !was_told;
    }
    is_told_ = false;
    // Of a call, 0 is the function and 1 where its result goes: the object is new there, and operator new tells the lens.
    const std::size_t first = kind == "gimple_call" ? std::min<std::size_t>(2, operands.size()) : 0;
    return (kind == "gimple_call" || kind == "gimple_return") &&
           std::any_of(operands.begin() + first, operands.end(), [&](std::string_view each) {
             return !function.is_own(each) && !no_variables_.contains(AccessBase(each).name);
           });
  }

 private:
  /// Nothing can have written to it.
  bool is_constant(std::string_view operand) const {
    const AccessBase base(operand);
    return !base.name.empty() && !writable_.contains(base.name);
  }

  WordSet writable_, no_variables_;
  bool is_told_ = false;
};

/// Which functions run on the device.
class DeviceFunctions {
 public:
  void see(const PrintedFunction& function, std::string_view kind,
           const std::vector<std::string_view>& operands) {
    Function& own = functions_[function.number()];
    own.is_kernel = function.is_kernel();
    for (const std::string_view operand : operands)
      for (std::size_t at = 0; (at = operand.find("D.", at)) != std::string_view::npos; at += 2)
        if (const std::string_view number = number_at(operand, at + 2); !number.empty())
          own.mentioned.emplace(number);
    if (kind != "gimple_call") return;
    const std::string_view callee = operands[0];
    const std::size_t number = callee.find("D.");
    if (number != std::string_view::npos)
      own.called.emplace(number_at(callee, number + 2));
    else
      own.calls_by_pointer |= !callee.starts_with('.');
    own.calls_cuda |= callee.starts_with("cuda") || callee.starts_with("_ZN7cudasim6launch");
  }

  /// Kernels and the functions that they name; `by_pointer`: also what they may call by a pointer, functions that no other calls by name.
  std::set<std::string> on_device(bool by_pointer) const {
    std::set<std::string> found;
    std::vector<std::string> open;
    const auto add = [&](const std::string& number) {
      if (functions_.contains(number) && found.insert(number).second) open.push_back(number);
    };
    for (const auto& [number, function] : functions_)
      if (function.is_kernel) add(number);
    WordSet called;
    for (const auto& [number, function] : functions_)
      called.insert(function.called.begin(), function.called.end());
    while (!open.empty()) {
      const Function& function = functions_.at(open.back());
      open.pop_back();
      for (const std::string& each : function.mentioned) add(each);
      if (!by_pointer || !function.calls_by_pointer) continue;
      for (const auto& [number, other] : functions_)
        if (!called.contains(number) && !other.calls_cuda) add(number);
    }
    return found;
  }

 private:
  struct Function {
    WordSet called;     ///< numbers of the functions that it calls by their names
    WordSet mentioned;  ///< numbers of all that it names
    bool is_kernel = false, calls_by_pointer = false, calls_cuda = false;
  };

  std::map<std::string, Function> functions_;
};

/// Loops of device code in which lanes may take turns: an access in a branch, and no mark that tells the lens in which iteration. Loops of the
/// submission have marks, those of the library's headers have none. The simulator's own headers may do as they like.
class Loops {
 public:
  /// @param source  the submission
  explicit Loops(const std::string& source) {
    const auto tokens = screen_tokens(source).tokens;
    for (std::size_t i = 1; i < tokens.size(); ++i)
      if (tokens[i - 1].is("struct") || tokens[i - 1].is("class")) {
        const std::size_t begin = tokens[i].offset == 0 ? 0 : source.rfind('\n', tokens[i].offset - 1) + 1;
        classes_.insert(':' + std::to_string(tokens[i].line) + ':' +
                        std::to_string(tokens[i].offset - begin + 1) + ']');
      }
  }

  void see(const PrintedFunction& function, std::string_view kind,
           const std::vector<std::string_view>& operands, const StatementPlace& place) {
    functions_.see(function, kind, operands);
    std::vector<Block>& blocks = blocks_[function.number()];
    if (kind == "block" || kind == "next") {
      const int number = std::atoi(std::string(operands[0]).c_str());
      if (blocks.size() <= static_cast<std::size_t>(number)) blocks.resize(number + 1);
      if (kind == "block") {
        block_ = number;
      } else {
        blocks[block_].next.push_back(number);
        blocks[number].before.push_back(block_);
      }
      return;
    }
    const std::string_view callee = operands[0], first = operands.size() > 2 ? operands[2] : "";
    if (kind != "gimple_call") return;
    if (callee.starts_with("__tsan_volatile_write") &&
        first.find("cudasim_loop_mark") != std::string_view::npos)
      blocks[block_].is_marked |= first.ends_with("[1]");
    else if (!callee.starts_with("__tsan_func_") && !callee.starts_with(builtin_prefix) &&
             place.text.find(simulator_headers) == std::string::npos && !is_implicit(place.text))
      blocks[block_].accesses.push_back(place.line);
  }

  /// The lines of such accesses, 0 in a header.
  std::set<int> lines() const {
    std::set<int> found;
    for (const std::string& number : functions_.on_device(true)) {
      const Blocks& blocks = blocks_.at(number);
      for (std::size_t i = 0; i < blocks.size(); ++i)
        if (const auto& accesses = blocks[i].accesses;
            !accesses.empty() && may_take_turns(blocks, static_cast<int>(i)))
          found.insert(accesses.begin(), accesses.end());
    }
    return found;
  }

 private:
  struct Block {
    std::vector<int> next, before;
    std::vector<int> accesses;  ///< their lines, and those of calls, which may access memory
    bool is_marked = false;     ///< a mark of the next iteration for the lens
  };
  using Blocks = std::vector<Block>;

  static constexpr std::string_view simulator_headers = "/sim/include/";

  /// Of a copy that the class has without saying so, as cg::reduce makes: it is at the name of the class.
  bool is_implicit(std::string_view place) const {
    return std::ranges::any_of(classes_, [&](const std::string& each) { return place.ends_with(each); });
  }

  using Marks = std::vector<char>;  ///< one for each block

  /// Without marks on the way: the blocks that can follow `from`, or that can come before it.
  static Marks reached(const Blocks& blocks, int from, std::vector<int> Block::*further) {
    Marks found(blocks.size());
    std::vector<int> open = {from};
    while (!open.empty()) {
      const Block& block = blocks[open.back()];
      open.pop_back();
      for (const int each : block.*further)
        if (!blocks[each].is_marked && !std::exchange(found[each], 1)) open.push_back(each);
    }
    return found;
  }

  /// Whether any of these blocks can follow itself with no others between than these.
  static bool have_loop(const Blocks& all, Marks blocks) {
    for (bool is_less = true; std::exchange(is_less, false);)
      for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto& next = all[i].next;
        if (!blocks[i] || std::ranges::any_of(next, [&](int each) { return blocks[each] != 0; })) continue;
        blocks[i] = 0;
        is_less = true;
      }
    return std::ranges::find(blocks, 1) != blocks.end();
  }

  /// Whether the block is in a loop without marks, of which a whole iteration may leave it out.
  static bool may_take_turns(const Blocks& blocks, int block) {
    if (blocks[block].is_marked) return false;
    const Marks before = reached(blocks, block, &Block::before);
    if (!before[block]) return false;
    Marks loop = reached(blocks, block, &Block::next);
    for (std::size_t i = 0; i < loop.size(); ++i) loop[i] &= before[i];
    loop[block] = 0;
    constexpr int most_blocks = 300;  // a larger loop has branches
    return std::ranges::count(loop, 1) > most_blocks || have_loop(blocks, std::move(loop));
  }

  DeviceFunctions functions_;
  std::map<std::string, Blocks> blocks_;
  int block_ = 0;
  std::set<std::string> classes_;  ///< where their names are: ":7:8]"
};

std::string text_in(const fs::path& folder, const std::string& file) {
  std::ifstream in(folder / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// What g++ compiles, and nvcc refuses in device code or computes in another way.
class NotForDevice {
 public:
  NotForDevice(const fs::path& folder, std::string file) : file_(std::move(file)) {
    const std::string text = text_in(folder, file_);
    const auto tokens = screen_tokens(text).tokens;
    for (std::size_t i = 1; i < tokens.size(); ++i)
      if (tokens[i - 1].is("struct") || tokens[i - 1].is("class") || tokens[i - 1].is("union"))
        classes_.emplace(tokens[i].text);
    find_private_types(tokens);
  }

  void see(const PrintedFunction& function, std::string_view kind,
           const std::vector<std::string_view>& operands, int line) {
    functions_.see(function, kind, operands);
    Found& own = found_[function.number()];
    if (own.line == 0) own.line = line;
    own.has_long_double = function.has_long_double();
    if (function.is_kernel()) own.type_of_host = function.type_of_host();
    if (function.is_kernel())
      for (const std::string& each : private_types_)
        if (const std::size_t at = function.name().find(each); at != std::string::npos)
          if (const char after = function.name()[at + each.size()]; after == '>' || after == ',')
            own.type_of_host = each + ", a private type of a class";
    if (kind == "gimple_call" && operands[0].starts_with("__builtin_alloca_with_align"))
      own.arrays.insert(line);
    for (const std::string_view operand : operands)
      if (const std::string name = member_in(operand); !name.empty()) own.members.emplace(name, line);
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    for (const std::string& number : functions_.on_device(false)) {
      const Found& own = found_.at(number);
      for (const int line : own.arrays)
        all.push_back({"a kernel has an array whose length is no constant, which nvcc refuses in device code",
                       file_, line});
      for (const auto& [name, line] : own.members)
        all.push_back({"a kernel uses " + name +
                           ", a static member in host memory, which nvcc refuses in device code: make it a "
                           "__constant__ variable outside of the class",
                       file_, line});
      if (own.has_long_double)
        all.push_back(
            {"a kernel computes with long double, which is double on a GPU: write double", file_, own.line});
      if (!own.type_of_host.empty())
        all.push_back({"a template argument of a kernel is " + own.type_of_host +
                           ", which nvcc refuses: use a type with a name that is public and declared outside "
                           "of functions",
                       file_, own.line});
    }
    return all;
  }

 private:
  struct Found {
    int line = 0;  ///< the first of the function
    bool has_long_double = false;
    std::string type_of_host;
    std::set<int> arrays;                ///< lines
    std::map<std::string, int> members;  ///< and lines
  };

  /// "Of::steps" of "_ZN2Of5stepsED.47065[k_71]"; empty if it names no static member of a class of the submission.
  std::string member_in(std::string_view operand) const {
    const std::size_t begin = operand.find("_ZN"), end = operand.find("D.", begin);
    if (end == std::string_view::npos) return {};
    std::string name = readable(std::string(operand.substr(begin, end - begin)));
    const std::size_t scope = name.rfind("::");
    if (scope == std::string::npos || name.find_first_of(")> ", scope) != std::string::npos)
      return {};  // a function
    std::string_view of = std::string_view(name).substr(0, scope);
    of = of.substr(0, of.find('<'));
    if (const std::size_t outer = of.rfind("::"); outer != std::string_view::npos) of = of.substr(outer + 2);
    return classes_.contains(of) ? name : std::string();
  }

  /// "Squares::Square": types that a class declares and that are not public.
  void find_private_types(cudasim::translate::Tokens tokens) {
    struct Open {
      std::string name;  ///< empty if the brace is no class's
      bool is_private;
    };
    std::vector<Open> open;
    Open next{};
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
      const auto &token = tokens[i], &after = tokens[i + 1];
      const bool is_type = token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
      if (is_type && after.is_identifier() &&
          (tokens[i + 2].is("{") || tokens[i + 2].is(":") || tokens[i + 2].is(";"))) {
        next = {std::string(after.text), token.is("class")};
        if (!open.empty() && !open.back().name.empty() && open.back().is_private)
          private_types_.insert(open.back().name + "::" + next.name);
      }
      if (token.is(";")) next = {};
      if (token.is("{")) open.push_back(std::exchange(next, {}));
      if (token.is("}") && !open.empty()) open.pop_back();
      if (after.is(":") && !open.empty() &&
          (token.is("private") || token.is("protected") || token.is("public")))
        open.back().is_private = !token.is("public");
    }
  }

  std::string file_;
  WordSet classes_, private_types_;
  DeviceFunctions functions_;
  std::map<std::string, Found> found_;
};

/// The address of a variable on the stack of this function.
bool is_own_address(const PrintedFunction& function, std::string_view operand) {
  return operand.starts_with('&') && function.is_own(operand.substr(1));
}

/// Which lines of a submission have code of the host, and which have code of the device.
class LinesOfSides {
 public:
  explicit LinesOfSides(const std::string& text) {
    using cudasim::translate::Scope;
    const auto source = cudasim::translate::tokenize(text);
    const auto scopes = find_scopes(source);
    bool is_device = false, is_constant = false, has_brackets = false;
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      const auto& token = source.code[i];
      names_cuda_ |= token.is("cuda");
      if (scopes[i] == Scope::host_function) host_.insert(token.line);
      if (scopes[i] == Scope::device_function) device_.insert(token.line);
      if (scopes[i] == Scope::both_function) both_.insert(token.line);
      if (scopes[i] != Scope::file && scopes[i] != Scope::type) continue;
      if (token.is(";") || token.is("{") || token.is("}")) is_device = is_constant = has_brackets = false;
      is_device |= token.text.starts_with("__") && token.text != "__host__";
      is_constant |= token.is("constexpr") || token.is("const");
      has_brackets |= token.is("(");
      if (is_device) device_names_.insert(name_at(source.code, i));
      const bool is_declared = i + 1 < source.code.size() && is_constant && !is_device && !has_brackets &&
                               (source.code[i + 1].is("=") || source.code[i + 1].is("{"));
      if (is_declared) host_constants_.emplace(token.text);
    }
  }

  bool is_host(int line) const {
    return host_.contains(line) && !device_.contains(line) && !both_.contains(line);
  }
  bool is_device(int line) const {
    return device_.contains(line) && !host_.contains(line) && !both_.contains(line);
  }
  /// Whether a declaration with __device__ or __global__ has the name.
  bool may_be_of_device(std::string_view name) const {
    return std::ranges::any_of(device_names_, [&](const std::string& each) {
      return each.starts_with("operator") ? name.starts_with(each) : name == each;
    });
  }
  /// Whether classes and functions of namespace std may be meant by cuda::std, which has them for the device: here both are the same.
  bool names_cuda() const { return names_cuda_; }
  /// Constants at the scope of the file.
  bool is_host_constant(std::string_view name) const { return host_constants_.contains(name); }

 private:
  /// "operator+", "operator unsigned", "least"
  static std::string name_at(cudasim::translate::Tokens code, std::size_t i) {
    std::string name(code[i].text);
    if (!code[i].is("operator") || i + 1 == code.size()) return name;
    return name + (code[i + 1].is_identifier() ? " " : "") + std::string(code[i + 1].text);
  }

  std::set<int> host_, device_, both_;
  WordSet device_names_, host_constants_;
  bool names_cuda_ = false;
};

/// Calls that g++ resolves, and nvcc refuses: of functions of the host, in device code. Of the library, nvcc has functions of the math library
/// only, besides those that it knows itself.
class HostCalls {
 public:
  HostCalls(const std::string& text, std::string file) : lines_(text), file_(std::move(file)) {}

  void see(const PrintedFunction& function, std::string_view kind,
           const std::vector<std::string_view>& operands, int line) {
    Function& own = functions_[function.number()];
    own.name = function.name();
    if (line != 0) own.lines.insert(line);
    if (kind != "gimple_call" || !lines_.is_device(line)) return;
    const std::size_t number = operands[0].rfind("D.");
    if (number == std::string_view::npos) return;
    Call call{line, std::string(number_at(operands[0], number + 2)), {}};
    for (const std::string_view operand : operands) {
      if (!operand.starts_with('&') || is_own_address(function, operand)) continue;
      const std::string_view name = AccessBase(operand.substr(1)).name;
      if (lines_.is_host_constant(name)) call.host_constant = name;
    }
    calls_.push_back(std::move(call));
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    for (const Call& call : calls_) {
      const auto callee = functions_.find(call.callee);
      if (callee == functions_.end()) continue;
      const Function& function = callee->second;
      if (is_of_host(function))
        all.push_back({"calling a __host__ function(\"" + function.name +
                           "\") in device code is not allowed" +
                           (!function.lines.empty()              ? ": does it lack __device__?"
                            : function.name.starts_with("std::") ? ": is there one in cuda::std?"
                                                                 : ""),
                       file_, call.line});
      else if (!function.lines.empty() && !call.host_constant.empty())
        all.push_back(
            {"identifier \"" + call.host_constant +
                 "\" is undefined in device code: it is a constant of the host, of which a kernel has "
                 "the value, but no address",
             file_, call.line});
    }
    return all;
  }

 private:
  struct Function {
    std::string name;
    std::set<int> lines;  ///< of its statements, in the submission
  };
  struct Call {
    int line;
    std::string callee;         ///< its number
    std::string host_constant;  ///< whose address it gets
  };

  bool is_of_host(const Function& function) const {
    const std::string_view name = last_name(function.name);
    if (is_special_member(function.name, name)) return false;
    if (std::string_view(function.name).starts_with("std::"))
      return !lines_.names_cuda() && !is_known_to_nvcc(function.name, name);
    return !function.lines.empty() && !lines_.may_be_of_device(name) &&
           std::ranges::all_of(function.lines, [&](int line) { return lines_.is_host(line); });
  }

  /// "number" of "Numbering<int>::number<4>", "operator+", "operator unsigned int"
  static std::string_view last_name(std::string_view name) {
    if (const std::size_t at = name.rfind("operator"); at != std::string_view::npos) return name.substr(at);
    std::size_t begin = 0, depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '<' || name[i] == '(') ++depth;
      if ((name[i] == '>' || name[i] == ')') && depth > 0) --depth;
      if (depth == 0 && name[i] == ':') begin = i + 1;
    }
    name = name.substr(begin);
    return name.substr(0, name.find('<'));
  }

  /// Constructors, destructors, assignments and comparisons may be the compiler's own, which nvcc has, too.
  static bool is_special_member(std::string_view full, std::string_view name) {
    if (name.starts_with('~') || name == "operator=" || name.starts_with("operator==") ||
        name.starts_with("operator<=>"))
      return true;
    const std::size_t scope = full.rfind("::" + std::string(name));
    return scope != std::string_view::npos && last_name(full.substr(0, scope)) == name;
  }

  static bool is_known_to_nvcc(std::string_view full, std::string_view name) {
    static const WordSet known = {
        "abs",    "acos",    "acosh",     "asin",      "asinh", "atan",      "atan2",  "atanh",
        "cbrt",   "ceil",    "cos",       "cosh",      "erf",   "erfc",      "exp",    "exp2",
        "expm1",  "fabs",    "fdim",      "floor",     "fma",   "fmax",      "fmin",   "fmod",
        "frexp",  "hypot",   "ilogb",     "isinf",     "isnan", "isfinite",  "ldexp",  "lgamma",
        "llrint", "llround", "log",       "log10",     "log1p", "log2",      "logb",   "lrint",
        "lround", "modf",    "nearbyint", "nextafter", "pow",   "remainder", "remquo", "rint",
        "round",  "scalbln", "scalbn",    "signbit",   "sin",   "sinh",      "sqrt",   "tan",
        "tanh",   "tgamma",  "trunc",     "copysign",  "labs",  "llabs",     "move",   "forward"};
    return known.contains(name) || full.starts_with("std::__") ||
           full.starts_with("std::initializer_list<") || name == "is_constant_evaluated";
  }

  LinesOfSides lines_;
  std::string file_;
  std::map<std::string, Function> functions_;
  std::vector<Call> calls_;
};

bool is_expanded(std::string_view function) {
  if (!function.starts_with(builtin_prefix)) return false;
  function.remove_prefix(builtin_prefix.size());
  function = function.substr(0, function.find("D."));
  return std::find(expanded_builtins.begin(), expanded_builtins.end(), function) != expanded_builtins.end();
}

}  // namespace

std::vector<std::string> statements_options() {
  return {std::string("-fdump-tree-cfg-raw-uid-lineno-asmname-blocks=") + called_statements,
          std::string("-fdump-tree-tsan-raw-uid-lineno-asmname-blocks=") + told_statements,
          std::string("-fdump-tree-optimized-raw-uid-lineno-blocks=") + last_statements};
}

std::vector<Finding> screen_statements(const fs::path& folder, const fs::path& object,
                                       const std::string& file) {
  std::vector<Finding> found;
  NotForDevice not_for_device(folder, file);
  Accesses accesses(read_elf_object(object));
  for_each_statement(
      folder / told_statements, file,
      [&](const PrintedFunction& function, std::string_view kind,
          const std::vector<std::string_view>& operands, const StatementPlace& place) {
        not_for_device.see(function, kind, operands, place.line);
        if (!accesses.is_unseen(function, kind, operands, place.line)) return;
        found.push_back({kind == "gimple_call"
                             ? "the submission passes an object from memory to a call (is it an argument "
                               "for '...'?), unseen by the lens: copy it to a local variable first"
                             : "the submission accesses memory unseen by the lens, which no exercise needs",
                         file, place.line});
      });
  std::ranges::move(not_for_device.findings(), std::back_inserter(found));
  HostCalls host_calls(text_in(folder, fs::exists(folder / expanded_source) ? expanded_source : file), file);
  for_each_statement(folder / called_statements, file,
                     [&](const PrintedFunction& function, std::string_view kind,
                         const std::vector<std::string_view>& operands, const StatementPlace& place) {
                       host_calls.see(function, kind, operands, place.line);
                     });
  std::ranges::move(host_calls.findings(), std::back_inserter(found));
  for_each_statement(folder / last_statements, file,
                     [&](const PrintedFunction& function, std::string_view kind,
                         const std::vector<std::string_view>& operands, const StatementPlace& place) {
                       if (kind != "gimple_call" || !is_expanded(operands[0])) return;
                       const bool is_own =
                           std::all_of(operands.begin() + 2, operands.end(), [&](std::string_view each) {
                             return is_own_address(function, each) || is_digit(each[0]) || each[0] == '"';
                           });
                       if (!is_own)
                         found.push_back(
                             {"the submission copies memory by a builtin function of the compiler, unseen by "
                              "the lens, which no exercise needs",
                              file, place.line});
                     });
  return found;
}

std::vector<Finding> unmarked_loops(const fs::path& folder, const std::string& file) {
  Loops loops(text_in(folder, file));
  for_each_statement(folder / told_statements, file,
                     [&](const PrintedFunction& function, std::string_view kind,
                         const std::vector<std::string_view>& operands,
                         const StatementPlace& place) { loops.see(function, kind, operands, place); });
  std::vector<Finding> found;
  for (const int line : loops.lines())
    found.push_back(
        {"a kernel accesses memory in a branch within a loop of the standard library, whose iterations the "
         "lens does not tell apart: write the loop in the kernel",
         line == 0 ? "" : file, line});
  return found;
}

}  // namespace tutorial::marking
