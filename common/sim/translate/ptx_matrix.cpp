// Inline PTX for matrices that a warp holds: mma.sync, and the loads and stores of 8x8 fp16 matrices for it.
#include <map>
#include <set>

#include "sim/translate/ptx_families.hpp"

namespace cudasim::translate {
namespace {

const std::string matrix_space = "::cudasim::ptx::";

/// Types of the factors with their bits, and their names in the simulator.
struct Element {
  unsigned bits;
  std::string name;
};
const std::map<std::string, Element, std::less<>> factors = {
    {"f16", {16, "f16"}}, {"bf16", {16, "bf16"}}, {"tf32", {32, "tf32"}}, {"f64", {64, "f64"}},
    {"s8", {8, "s8"}},    {"u8", {8, "u8"}},      {"e4m3", {8, "e4m3"}},  {"e5m2", {8, "e5m2"}}};

struct Shape {
  unsigned m, n, k;
};
std::optional<Shape> shape_of(const std::string& text, const std::string& factor) {
  static const std::map<std::string, std::set<std::string, std::less<>>, std::less<>> shapes = {
      {"f16", {"m16n8k8", "m16n8k16"}},
      {"bf16", {"m16n8k8", "m16n8k16"}},
      {"tf32", {"m16n8k4", "m16n8k8"}},
      {"f64", {"m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"}},
      {"s8", {"m8n8k16", "m16n8k16", "m16n8k32"}},
      {"u8", {"m8n8k16", "m16n8k16", "m16n8k32"}},
      {"e4m3", {"m16n8k16", "m16n8k32"}},
      {"e5m2", {"m16n8k16", "m16n8k32"}}};
  const auto known = shapes.find(factor);
  if (known == shapes.end() || !known->second.contains(text)) return std::nullopt;
  const bool tall = text.starts_with("m16");
  return Shape{tall ? 16u : 8u, 8, static_cast<unsigned>(std::stoi(text.substr(text.find('k') + 1)))};
}

/// Types of the sums for these factors.
bool go_together(const std::string& a, const std::string& b, const std::string& sum) {
  const auto is_one_of = [](const std::string& what, const char* one, const char* other) {
    return what == one || what == other;
  };
  if (is_one_of(a, "s8", "u8")) return is_one_of(b, "s8", "u8") && sum == "s32";
  if (is_one_of(a, "e4m3", "e5m2")) return is_one_of(b, "e4m3", "e5m2") && is_one_of(sum, "f32", "f16");
  if (a == "f16") return b == a && is_one_of(sum, "f32", "f16");
  return b == a && sum == (a == "f64" ? "f64" : "f32");
}

/// `const unsigned name[] = {…}`; nothing if the number of elements is another.
Text ptx_registers(const PtxOperands& operands, const std::string& type, const std::string& name,
                   const std::string& argument, std::size_t count) {
  const PtxWords parts = PtxOperands::parts(argument);
  if (parts.size() != count) return std::nullopt;
  std::string text = "const " + type + " cudasim_ptx_" + name + "[] = {";
  for (const std::string& part : parts) {
    const Text value = operands.value_as(type, part);
    if (!value) return std::nullopt;
    text += (&part == parts.data() ? "" : ", ") + *value;
  }
  return text + "}; ";
}

/// Assigns the elements of an array to the registers of a braced list.
Text assign_registers(const PtxOperands& operands, const std::string& name, const std::string& argument,
                      std::size_t count) {
  const PtxWords parts = PtxOperands::parts(argument);
  if (parts.size() != count) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Text set = operands.assign(parts[i], "cudasim_ptx_" + name + "[" + std::to_string(i) + "]");
    if (!set) return std::nullopt;
    text += *set + " ";
  }
  return text;
}

}  // namespace

/// `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d, a, b, c`
Text ptx_multiply(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  PtxWords forms(words.begin() + 1, words.end());
  const bool saturates = std::erase(forms, "satfinite") != 0;
  if (forms.size() != 9 || arguments.size() != 4 || forms[0] != "sync" || forms[1] != "aligned" ||
      forms[3] != "row" || forms[4] != "col")
    return std::nullopt;
  const std::string &d = forms[5], &a = forms[6], &b = forms[7], &c = forms[8];
  const auto shape = shape_of(forms[2], a);
  if (!shape || d != c || !go_together(a, b, d) || (saturates && d != "s32")) return std::nullopt;
  const unsigned bits = factors.at(a).bits, word = bits == 64 ? 64 : 32;
  const std::string type = bits == 64 ? "unsigned long" : "unsigned";
  const std::size_t of_sums = shape->m * shape->n / 32 / (d == "f16" ? 2 : 1);
  const Text first = ptx_registers(operands, type, "a", arguments[1], shape->m * shape->k * bits / 32 / word);
  const Text second =
      ptx_registers(operands, type, "b", arguments[2], shape->k * shape->n * bits / 32 / word);
  const Text before = ptx_registers(operands, type, "c", arguments[3], of_sums);
  const Text after = assign_registers(operands, "d", arguments[0], of_sums);
  if (!first || !second || !before || !after) return std::nullopt;
  const auto element = [](const std::string& name) { return "::cudasim::MatrixElement::" + name; };
  std::string product = "{" + std::to_string(shape->m);
  for (const std::string& part :
       {std::to_string(shape->n), std::to_string(shape->k), element(a), element(b), element(d)})
    product += ", " + part;
  product += saturates ? ", true}" : ", false}";
  return "{ " + *first + *second + *before + type + " cudasim_ptx_d[" + std::to_string(of_sums) + "]; " +
         matrix_space + "mma(" + product + ", cudasim_ptx_d, cudasim_ptx_a, cudasim_ptx_b, cudasim_ptx_c); " +
         *after + "}";
}

/// `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {d0, …}, [p]` and `stmatrix… [p], {a0, …}`.
Text ptx_move_matrix(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  static const std::map<std::string, std::size_t, std::less<>> counts = {{"x1", 1}, {"x2", 2}, {"x4", 4}};
  PtxWords forms(words.begin() + 1, words.end());
  const bool turned = std::erase(forms, "trans") != 0;
  const bool shared = std::erase(forms, "shared") + std::erase(forms, "shared::cta") != 0;
  const auto count = forms.size() == 5 ? counts.find(forms[3]) : counts.end();
  if (count == counts.end() || arguments.size() != 2 || forms[0] != "sync" || forms[1] != "aligned" ||
      forms[2] != "m8n8" || forms[4] != "b16")
    return std::nullopt;
  const bool loads = words[0] == "ldmatrix";
  const Text row =
      operands.address("char", arguments[loads ? 1 : 0], shared ? PtxSpace::shared : PtxSpace::generic);
  const std::string how =
      "<" + std::to_string(count->second) + (turned ? ", true" : ", false") + ">(cudasim_ptx_d, ";
  const Text values = loads ? assign_registers(operands, "d", arguments[0], count->second)
                            : ptx_registers(operands, "unsigned", "d", arguments[1], count->second);
  if (!row || !values) return std::nullopt;
  const std::string done = matrix_space + words[0] + how + *row + "); ";
  return loads ? "{ unsigned cudasim_ptx_d[" + std::to_string(count->second) + "]; " + done + *values + "}"
               : "{ " + *values + done + "}";
}

/// `movmatrix.sync.aligned.m8n8.trans.b16 d, a`
Text ptx_turn_matrix(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  const PtxWords wanted = {"movmatrix", "sync", "aligned", "m8n8", "trans", "b16"};
  const Text value = arguments.size() == 2 ? operands.value_as("unsigned", arguments[1]) : std::nullopt;
  if (words != wanted || !value) return std::nullopt;
  return operands.assign(arguments[0], call(matrix_space + "movmatrix", {*value}));
}

}  // namespace cudasim::translate
