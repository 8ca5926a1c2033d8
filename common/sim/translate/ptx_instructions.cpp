// An instruction becomes a call of a function in cudasim/ptx.hpp that has its name: what it does is written there.
//
//   lop3.b32 %0, %1, %2, %3, 0x96   ->   ::cudasim::ptx::set(x, ::cudasim::ptx::lop3<unsigned>(::cudasim::ptx::as<unsigned>(a), …));
#include "sim/translate/ptx_instructions.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace cudasim::translate {
namespace {

using Text = std::optional<std::string>;

const std::map<std::string, std::string, std::less<>> types = {
    {"b16", "unsigned short"}, {"u16", "unsigned short"}, {"s16", "short"},
    {"b32", "unsigned"},       {"u32", "unsigned"},       {"s32", "int"},
    {"b64", "unsigned long"},  {"u64", "unsigned long"},  {"s64", "long"},
    {"f32", "float"},          {"f64", "double"},
};

/// Operations of values, with the number of what they read. Rounding and the like that is the default is no part of the name.
const std::map<std::string, std::size_t, std::less<>> operations = {
    {"mov", 1},        {"not", 1},        {"neg", 1},        {"abs", 1},         {"brev", 1},
    {"popc", 1},       {"clz", 1},        {"and", 2},        {"or", 2},          {"xor", 2},
    {"shl", 2},        {"shr", 2},        {"add", 2},        {"sub", 2},         {"mul", 2},
    {"mul.lo", 2},     {"mul.hi", 2},     {"mul.wide", 2},   {"mad.lo", 3},      {"fma", 3},
    {"min", 2},        {"max", 2},        {"bfe", 3},        {"bfi", 4},         {"lop3", 4},
    {"prmt", 3},       {"shf.l.wrap", 3}, {"shf.r.wrap", 3}, {"shf.l.clamp", 3}, {"shf.r.clamp", 3},
    {"ex2.approx", 1}, {"lg2.approx", 1}, {"rcp.approx", 1}, {"sqrt.approx", 1}, {"rsqrt.approx", 1},
    {"sin.approx", 1}, {"cos.approx", 1},
};

const std::set<std::string, std::less<>> registers = {
    "laneid",      "warpid",      "nwarpid",     "smid",     "nsmid",   "lanemask_eq", "lanemask_le",
    "lanemask_lt", "lanemask_ge", "lanemask_gt", "clock",    "clock64", "globaltimer", "tid.x",
    "tid.y",       "tid.z",       "ntid.x",      "ntid.y",   "ntid.z",  "ctaid.x",     "ctaid.y",
    "ctaid.z",     "nctaid.x",    "nctaid.y",    "nctaid.z",
};

/// Instructions without a result, as calls.
const std::map<std::string, std::string, std::less<>> statements = {
    {"bar.sync 0", "__syncthreads()"},
    {"barrier.sync 0", "__syncthreads()"},
    {"barrier.sync.aligned 0", "__syncthreads()"},
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
    {"fence.acq_rel.cta", "__threadfence_block()"},
    {"fence.acq_rel.gpu", "__threadfence()"},
    {"fence.acq_rel.sys", "__threadfence_system()"},
    {"fence.sc.cta", "__threadfence_block()"},
    {"fence.sc.gpu", "__threadfence()"},
    {"fence.sc.sys", "__threadfence_system()"},
    {"trap", "__trap()"},
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else if (!parts.back().empty() || std::isspace(static_cast<unsigned char>(c)) == 0)
      parts.back() += c;
  }
  for (std::string& part : parts)
    while (!part.empty() && std::isspace(static_cast<unsigned char>(part.back())) != 0) part.pop_back();
  return parts;
}

std::string with_underscores(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

bool is_number(std::string_view text) {
  if (text.starts_with("-")) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](unsigned char c) {
    return hexadecimal ? std::isxdigit(c) != 0 : std::isdigit(c) != 0;
  });
}

class Ptx {
 public:
  explicit Ptx(const std::vector<std::string>& operands) : operands_(operands) {}

  Text translate(const std::string& instruction) {
    if (const auto known = statements.find(instruction); known != statements.end())
      return known->second + ";";
    const std::size_t blank = instruction.find_first_of(" \t");
    if (blank == std::string::npos) return std::nullopt;
    const std::vector<std::string> words = split(instruction.substr(0, blank), '.');
    const std::vector<std::string> arguments = split(instruction.substr(blank), ',');
    if (words[0].empty() && words.size() > 1 && words[1] == "reg") return declare(words, arguments);
    if (words[0] == "bar" && words.size() == 3 && words[1] == "warp" && words[2] == "sync")
      return call("__syncwarp", arguments);
    const auto type = types.find(words.back());
    if (type == types.end() || arguments.size() < 2) return std::nullopt;
    if (words[0] == "ld" || words[0] == "st") return access(words, type->second, arguments);
    return operate(words, type->second, arguments);
  }

 private:
  /// `.reg .u32 a, b`
  Text declare(const std::vector<std::string>& words, const std::vector<std::string>& arguments) {
    const std::size_t blank = arguments[0].find_first_of(" \t");
    if (words.size() != 2 || blank == std::string::npos || arguments[0][0] != '.') return std::nullopt;
    const auto type = types.find(arguments[0].substr(1, blank - 1));
    if (type == types.end()) return std::nullopt;
    std::string text;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string name = i == 0 ? split(arguments[0].substr(blank), ' ').back() : arguments[i];
      if (name.empty() || name.find('<') != std::string::npos) return std::nullopt;
      declared_.insert(name);
      text += type->second + " " + variable(name) + "; ";
    }
    return text;
  }

  Text call(const std::string& function, const std::vector<std::string>& arguments) const {
    const Text argument = arguments.size() == 1 ? value(arguments[0]) : std::nullopt;
    if (!argument) return std::nullopt;
    return function + "(::cudasim::ptx::as<unsigned>(" + *argument + "));";
  }

  Text operate(const std::vector<std::string>& words, const std::string& type,
               const std::vector<std::string>& arguments) const {
    std::string name = words[0];
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
      if (words[i] != "rn" && words[i] != "ftz") name += "." + words[i];
    const auto operation = operations.find(name);
    if (operation == operations.end() || arguments.size() != operation->second + 1) return std::nullopt;
    std::string text;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      const Text argument = value(arguments[i]);
      if (!argument) return std::nullopt;
      text += (i > 1 ? ", " : "") + ("::cudasim::ptx::as<" + type + ">(" + *argument + ")");
    }
    return assign(arguments[0],
                  "::cudasim::ptx::" + with_underscores(name) + "_<" + type + ">(" + text + ")");
  }

  /// Loads and stores of global memory, by their address.
  Text access(const std::vector<std::string>& words, const std::string& type,
              const std::vector<std::string>& arguments) const {
    const bool loads = words[0] == "ld";
    bool is_volatile = false;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      static const std::set<std::string, std::less<>> harmless = {"global", "nc", "ca", "cg",
                                                                  "cs",     "lu", "wb", "wt"};
      if (words[i] == "volatile" || words[i] == "cv")
        is_volatile = true;
      else if (!harmless.contains(words[i]))
        return std::nullopt;
    }
    const Text place = arguments.size() == 2 ? address(arguments[loads ? 1 : 0]) : std::nullopt;
    if (!place) return std::nullopt;
    const std::string memory =
        "*reinterpret_cast<" + std::string(is_volatile ? "volatile " : "") + type + "*>(" + *place + ")";
    if (loads) return assign(arguments[0], memory);
    const Text stored = value(arguments[1]);
    if (!stored) return std::nullopt;
    return memory + " = ::cudasim::ptx::as<" + type + ">(" + *stored + ");";
  }

  Text address(std::string_view text) const {
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') return std::nullopt;
    const std::vector<std::string> parts = split(text.substr(1, text.size() - 2), '+');
    const Text base = value(parts[0]);
    if (!base || parts.size() > 2 || (parts.size() == 2 && !is_number(parts[1]))) return std::nullopt;
    return "::cudasim::ptx::as<unsigned long>(" + *base + ")" + (parts.size() == 2 ? " + " + parts[1] : "");
  }

  Text assign(const std::string& target, const std::string& what) const {
    const Text to = declared_.contains(target) ? Text(variable(target)) : operand(target);
    if (!to) return std::nullopt;
    return "::cudasim::ptx::set(" + *to + ", " + what + ");";
  }

  /// What an instruction reads: an operand, a register, a number.
  Text value(std::string_view text) const {
    if (declared_.contains(text)) return variable(text);
    if (is_number(text)) return std::string(text);
    if (const Text found = operand(text)) return found;
    const std::size_t name = text.find_first_not_of('%');
    if (name == 0 || name == std::string_view::npos || !registers.contains(text.substr(name)))
      return std::nullopt;
    return "::cudasim::ptx::" + with_underscores(std::string(text.substr(name))) + "()";
  }

  Text operand(std::string_view text) const {
    if (text.size() < 2 || text[0] != '%' || !is_number(text.substr(1)) || text.size() > 4)
      return std::nullopt;
    const auto index = static_cast<std::size_t>(std::stoi(std::string(text.substr(1))));
    if (index >= operands_.size()) return std::nullopt;
    return operands_[index];
  }

  static std::string variable(std::string_view name) {
    std::string plain = "cudasim_ptx_";
    for (const char c : name) plain += c == '%' || c == '$' ? '_' : c;
    return plain;
  }

  const std::vector<std::string>& operands_;
  std::set<std::string, std::less<>> declared_;
};

}  // namespace

PtxAsCpp ptx_as_cpp(const std::vector<std::string>& instructions, const std::vector<std::string>& operands) {
  PtxAsCpp result;
  Ptx ptx(operands);
  for (const std::string& instruction : instructions) {
    const Text text = ptx.translate(instruction);
    if (!text) return {"", instruction};
    result.statements += *text + " ";
  }
  return result;
}

}  // namespace cudasim::translate
