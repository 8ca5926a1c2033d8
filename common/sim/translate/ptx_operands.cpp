#include "sim/translate/ptx_operands.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace cudasim::translate {
namespace {

const std::map<std::string, std::string, std::less<>> types = {
    {"b8", "unsigned char"},
    {"u8", "unsigned char"},
    {"s8", "signed char"},
    {"b16", "unsigned short"},
    {"u16", "unsigned short"},
    {"s16", "short"},
    {"b32", "unsigned"},
    {"u32", "unsigned"},
    {"s32", "int"},
    {"b64", "unsigned long"},
    {"u64", "unsigned long"},
    {"s64", "long"},
    {"f32", "float"},
    {"f64", "double"},
    {"pred", "bool"},
    {"f16", "::cudasim::ptx::f16"},
    {"f16x2", "::cudasim::ptx::f16x2"},
    {"bf16", "::cudasim::ptx::bf16"},
    {"bf16x2", "::cudasim::ptx::bf16x2"},
};

const std::set<std::string, std::less<>> registers = {
    "laneid",
    "warpid",
    "nwarpid",
    "smid",
    "nsmid",
    "lanemask_eq",
    "lanemask_le",
    "lanemask_lt",
    "lanemask_ge",
    "lanemask_gt",
    "clock",
    "clock64",
    "globaltimer",
    "tid.x",
    "tid.y",
    "tid.z",
    "ntid.x",
    "ntid.y",
    "ntid.z",
    "ctaid.x",
    "ctaid.y",
    "ctaid.z",
    "nctaid.x",
    "nctaid.y",
    "nctaid.z",
    "cluster_ctarank",
    "cluster_nctarank",
    "cluster_ctaid.x",
    "cluster_ctaid.y",
    "cluster_ctaid.z",
    "cluster_nctaid.x",
    "cluster_nctaid.y",
    "cluster_nctaid.z",
    "clusterid.x",
    "clusterid.y",
    "clusterid.z",
};

constexpr int most_registers = 64;  // of `.reg .b32 r<64>`

void trim(std::string& text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
}

std::string variable(std::string_view name) {
  std::string plain = "cudasim_ptx_";
  for (const char c : name) plain += c == '%' || c == '$' ? '_' : c;
  return plain;
}

/// `r<3>` declares r0, r1, r2. Empty if it cannot be read.
std::vector<std::string> names_of(const std::string& text) {
  const std::size_t open = text.find('<');
  if (open == std::string::npos) return {text};
  const std::string count = text.back() == '>' ? text.substr(open + 1, text.size() - open - 2) : "";
  const bool readable = !count.empty() && count.size() < 3 && is_number(count) && count[0] != '-';
  std::vector<std::string> names;
  for (int i = 0; readable && i < std::stoi(count) && i < most_registers; ++i)
    names.push_back(text.substr(0, open) + std::to_string(i));
  return readable && std::stoi(count) <= most_registers ? names : std::vector<std::string>();
}

/// `0f3F800000` and `0d3FF0000000000000`: the bits of a float, of a double.
Text real_number(std::string_view text) {
  const bool single = text.size() == 10 && (text.starts_with("0f") || text.starts_with("0F"));
  const bool wide = text.size() == 18 && (text.starts_with("0d") || text.starts_with("0D"));
  const std::string bits = "0x" + std::string(text.substr(text.size() < 2 ? 0 : 2));
  if ((!single && !wide) || !is_number(bits)) return std::nullopt;
  return "::cudasim::ptx::as<" + std::string(single ? "float>(" : "double>(") + bits +
         (single ? "u)" : "ul)");
}

}  // namespace

std::vector<std::string> split_words(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else if (!parts.back().empty() || std::isspace(static_cast<unsigned char>(c)) == 0)
      parts.back() += c;
  }
  for (std::string& part : parts) trim(part);
  return parts;
}

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else if (!parts.back().empty() || std::isspace(static_cast<unsigned char>(c)) == 0)
      parts.back() += c;
  }
  for (std::string& part : parts) trim(part);
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

std::string call(const std::string& function, const std::vector<std::string>& arguments) {
  std::string text = function + "(";
  for (const std::string& argument : arguments)
    text += (&argument == arguments.data() ? "" : ", ") + argument;
  return text + ")";
}

const std::string* type_of(std::string_view suffix) {
  const auto found = types.find(suffix);
  return found == types.end() ? nullptr : &found->second;
}

Text PtxOperands::declare(const std::vector<std::string>& words, const std::vector<std::string>& arguments) {
  const std::size_t blank = arguments[0].find_first_of(" \t");
  if (words.size() != 2 || blank == std::string::npos || arguments[0][0] != '.') return std::nullopt;
  const std::string* type = type_of(arguments[0].substr(1, blank - 1));
  if (type == nullptr) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto names = names_of(i == 0 ? split_words(arguments[0].substr(blank), ' ').back() : arguments[i]);
    if (names.empty()) return std::nullopt;
    for (const std::string& name : names) {
      const auto [known, fresh] = declared_.emplace(name, *type);
      if (name.empty() || known->second != *type) return std::nullopt;
      if (fresh) text += *type + " " + variable(name) + "; ";  // the name belongs to the outer scope again
    }
  }
  return text;
}

Text PtxOperands::address(const std::string& type, std::string_view text, PtxSpace space) const {
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') return std::nullopt;
  const std::vector<std::string> parts = split_words(text.substr(1, text.size() - 2), '+');
  const Text base = value(parts[0]);
  if (!base || parts.size() > 2 || (parts.size() == 2 && !is_number(parts[1]))) return std::nullopt;
  std::string number = "::cudasim::ptx::as<unsigned long>(" + *base + ")";
  if (parts.size() == 2) number += " + " + parts[1];
  if (space == PtxSpace::shared) number = "::cudasim::ptx::in_shared(" + number + ")";
  if (space == PtxSpace::global) number = "::cudasim::ptx::in_global(" + number + ")";
  return "reinterpret_cast<" + type + "*>(" + number + ")";
}

Text PtxOperands::assign(const std::string& target, const std::string& what) const {
  if (target == "_") return "static_cast<void>(" + what + ");";
  const Text to = declared_.contains(target) ? Text(variable(target)) : operand(target);
  if (!to) return std::nullopt;
  return "::cudasim::ptx::set(" + *to + ", " + what + ");";
}

std::vector<std::string> PtxOperands::parts(const std::string& text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return {text};
  return split_arguments(std::string_view(text).substr(1, text.size() - 2));
}

Text PtxOperands::value(std::string_view text) const {
  if (declared_.contains(text)) return variable(text);
  if (is_number(text)) return std::string(text);
  if (const Text real = real_number(text)) return real;
  if (const Text found = operand(text)) return found;
  const std::size_t name = text.find_first_not_of('%');
  if (name == 0 || name == std::string_view::npos || !registers.contains(text.substr(name)))
    return std::nullopt;
  return "::cudasim::ptx::" + with_underscores(std::string(text.substr(name))) + "()";
}

Text PtxOperands::value_as(std::string_view type, std::string_view text) const {
  const Text found = value(text);
  if (!found) return std::nullopt;
  return "::cudasim::ptx::as<" + std::string(type) + ">(" + *found + ")";
}

Text PtxOperands::predicate(std::string_view text) const {
  const bool negated = text.starts_with("!");
  if (negated) text.remove_prefix(1);
  const auto known = declared_.find(text);
  if (known == declared_.end() || known->second != "bool") return std::nullopt;
  return (negated ? "!" : "") + variable(text);
}

const PtxOperand* PtxOperands::find(std::string_view text) const {
  if (text.size() < 2 || text[0] != '%' || !is_number(text.substr(1)) || text.size() > 4) return nullptr;
  const auto index = static_cast<std::size_t>(std::stoi(std::string(text.substr(1))));
  return index < operands_.size() ? &operands_[index] : nullptr;
}

Text PtxOperands::operand(std::string_view text) const {
  const PtxOperand* found = find(text);
  return found == nullptr ? std::nullopt : Text(found->expression);
}

Text PtxOperands::constant(std::string_view text) const {
  if (is_number(text)) return std::string(text);
  const PtxOperand* found = find(text);
  return found == nullptr || found->constraint != "n" ? std::nullopt : Text(found->expression);
}

}  // namespace cudasim::translate
