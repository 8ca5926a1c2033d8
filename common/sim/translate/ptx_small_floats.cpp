// Inline PTX on numbers of 16 and 8 bits: arithmetic of f16 and bf16, alone and in pairs, and their conversions.
#include <map>
#include <set>

#include "sim/translate/ptx_families.hpp"

namespace cudasim::translate {
namespace {

const std::string small_space = "::cudasim::ptx::";

bool is_small(std::string_view type) {
  return type == "f16" || type == "bf16" || type == "f16x2" || type == "bf16x2";
}
bool is_pair(std::string_view type) { return type.ends_with("16x2"); }
bool is_eight_bits(std::string_view type) { return type == "e4m3x2" || type == "e5m2x2"; }

/// How many operands each operation reads.
const std::map<std::string, std::size_t, std::less<>> small_operations = {
    {"add", 2}, {"sub", 2}, {"mul", 2}, {"fma", 3},        {"min", 2},
    {"max", 2}, {"neg", 1}, {"abs", 1}, {"ex2.approx", 1}, {"tanh.approx", 1}};

const std::map<std::string, std::string, std::less<>> roundings = {
    {"rn", "nearest"}, {"rz", "to_zero"}, {"rm", "down"}, {"rp", "up"}};

/// To f16 or bf16, from a value of C++.
std::string narrowed(const std::string& type, const std::string& rounding, const std::string& value,
                     bool relu) {
  const std::string small = call(small_space + type + "::from",
                                 {"static_cast<double>(" + value + ")", "::cudasim::Rounding::" + rounding});
  return relu ? call(small_space + "small_relu", {small}) : small;
}

/// `cvt.rn.f16x2.f32 d, a, b`: a becomes the upper half.
Text to_pair(const PtxOperands& operands, const PtxWords& forms, const PtxWords& arguments, bool relu) {
  const auto rounding = roundings.find(forms[0]);
  if (forms.size() != 3 || arguments.size() != 3 || forms[2] != "f32" || rounding == roundings.end())
    return std::nullopt;
  const Text high = operands.value_as("float", arguments[1]), low = operands.value_as("float", arguments[2]);
  if (!high || !low) return std::nullopt;
  const std::string type = forms[1].substr(0, forms[1].size() - 2);
  return operands.assign(arguments[0], small_space + forms[1] + "(" +
                                           narrowed(type, rounding->second, *low, relu) + ", " +
                                           narrowed(type, rounding->second, *high, relu) + ")");
}

/// `cvt.rn.satfinite.e4m3x2.f32 d, a, b`, `cvt.rn.satfinite.e4m3x2.f16x2 d, a`, and back `cvt.rn.f16x2.e4m3x2 d, a`.
Text convert_eight_bits(const PtxOperands& operands, const PtxWords& forms, const PtxWords& arguments,
                        bool satfinite) {
  if (forms.size() != 3 || forms[0] != "rn") return std::nullopt;
  const bool back = forms[1] == "f16x2";
  const std::string format = (back ? forms[2] : forms[1]).starts_with("e4m3") ? "__NV_E4M3" : "__NV_E5M2";
  if (back) {
    const Text from = operands.value_as("unsigned short", arguments[1]);
    if (arguments.size() != 2 || satfinite || !from) return std::nullopt;
    return operands.assign(arguments[0], call(small_space + "halves_of_eight_bits", {*from, format}));
  }
  if (!satfinite) return std::nullopt;
  if (forms[2] == "f16x2" && arguments.size() == 2) {
    const Text from = operands.value_as(small_space + "f16x2", arguments[1]);
    if (!from) return std::nullopt;
    return operands.assign(arguments[0], call(small_space + "eight_bits", {*from, format}));
  }
  if (forms[2] != "f32" || arguments.size() != 3) return std::nullopt;
  const Text high = operands.value_as("float", arguments[1]), low = operands.value_as("float", arguments[2]);
  if (!high || !low) return std::nullopt;
  return operands.assign(arguments[0], call(small_space + "eight_bits", {*high, *low, format}));
}

}  // namespace

bool is_small_float(const PtxWords& words) { return is_small(words.back()); }

/// `fma.rn.relu.f16x2 d, a, b, c`: operands are flushed before, and the result is clamped after the operation.
Text ptx_small_float(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  PtxWords forms(words.begin(), words.end() - 1);
  const std::string type = small_space + words.back();
  const bool flushes = take(forms, "ftz"), saturates = take(forms, "sat"), relu = take(forms, "relu");
  const bool of_nan = take(forms, "NaN");
  take(forms, "rn");
  const std::string name = forms[0] + (forms.size() == 2 ? "." + forms[1] : "");
  const auto operation = small_operations.find(name);
  const bool chooses = name == "min" || name == "max";
  if (operation == small_operations.end() || forms.size() > 2 || arguments.size() != operation->second + 1 ||
      (of_nan && !chooses) || (relu && name != "fma"))
    return std::nullopt;
  std::vector<std::string> values;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const Text value = is_number(arguments[i]) ? std::nullopt : operands.value_as(type, arguments[i]);
    if (!value) return std::nullopt;
    values.push_back(flushes ? call(small_space + "small_flush", {*value}) : *value);
  }
  std::string result = call(small_space + "small_" + with_underscores(name) + (of_nan ? "_nan" : ""), values);
  if (flushes) result = call(small_space + "small_flush", {result});
  if (saturates) result = call(small_space + "small_sat", {result});
  if (relu) result = call(small_space + "small_relu", {result});
  return operands.assign(arguments[0], result);
}

bool converts_small_float(const PtxWords& words) {
  for (std::size_t i = words.size() < 3 ? 0 : words.size() - 2; i < words.size(); ++i)
    if (is_small(words[i]) || is_eight_bits(words[i]) || words[i] == "tf32") return true;
  return false;
}

Text ptx_convert_small_float(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  PtxWords forms(words.begin() + 1, words.end());
  take(forms, "ftz");
  const bool relu = take(forms, "relu"), satfinite = take(forms, "satfinite"), saturates = take(forms, "sat");
  if (forms.size() < 2 || forms.size() > 3 || arguments.size() < 2) return std::nullopt;
  const std::string &to = forms[forms.size() - 2], &from = forms.back();
  if (is_eight_bits(to) || is_eight_bits(from))
    return relu || saturates ? std::nullopt : convert_eight_bits(operands, forms, arguments, satfinite);
  if (satfinite) return std::nullopt;
  if (is_pair(to)) return saturates ? std::nullopt : to_pair(operands, forms, arguments, relu);
  if (arguments.size() != 2 || is_pair(from)) return std::nullopt;
  const std::string how = forms.size() == 3 ? forms[0] : "";
  if (to == "tf32") {
    const Text value = from == "f32" ? operands.value_as("float", arguments[1]) : std::nullopt;
    if (!value || saturates || relu || (how != "rna" && how != "rn" && how != "rz")) return std::nullopt;
    return operands.assign(arguments[0], call(small_space + "tf32_" + how, {*value}));
  }
  const std::string* source = type_of(from);
  const std::string* target = type_of(to);
  if (source == nullptr || target == nullptr) return std::nullopt;
  const Text value = operands.value_as(*source, arguments[1]);
  if (!value) return std::nullopt;
  const std::string plain = is_small(from) ? "static_cast<float>(" + *value + ")" : *value;
  const bool integral = how.size() == 3 && roundings.contains(how.substr(0, 2)) && how[2] == 'i';
  if (is_small(to)) {
    const auto rounding = roundings.find(how.empty() ? "rn" : how.substr(0, 2));
    if (rounding == roundings.end() || (how.size() == 3 && !integral)) return std::nullopt;
    const std::string number =
        integral ? call(small_space + "whole", {plain, "::cudasim::Rounding::" + rounding->second}) : plain;
    const std::string small = narrowed(to, rounding->second, number, relu);
    return operands.assign(arguments[0], saturates ? call(small_space + "small_sat", {small}) : small);
  }
  if (relu || saturates) return std::nullopt;
  const bool real = *target == "float" || *target == "double";
  if (real && how.empty())
    return operands.assign(arguments[0], "static_cast<" + *target + ">(" + plain + ")");
  static const std::map<std::string, std::string, std::less<>> modes = {
      {"rni", "FE_TONEAREST"}, {"rzi", "FE_TOWARDZERO"}, {"rmi", "FE_DOWNWARD"}, {"rpi", "FE_UPWARD"}};
  const auto mode = modes.find(how);
  if (mode == modes.end()) return std::nullopt;
  return operands.assign(arguments[0],
                         call(small_space + "cvt<" + *target + ", " + mode->second + ", true>", {plain}));
}

}  // namespace cudasim::translate
