// An instruction becomes a call of the function of its name in cudasim/ptx.hpp, which defines what it does.
//
//   lop3.b32 %0, %1, %2, %3, 0x96   ->   ::cudasim::ptx::set(x, ::cudasim::ptx::lop3<unsigned>(::cudasim::ptx::as<unsigned>(a), …));
#include "sim/translate/ptx_instructions.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

#include "sim/translate/ptx_families.hpp"

namespace cudasim::translate {
namespace {

/// Operations on values, with the number of operands they read. Modifiers that are the default, such as rounding, are not in the name.
const std::map<std::string, std::size_t, std::less<>> operations = {
    {"mov", 1},         {"not", 1},         {"neg", 1},          {"abs", 1},        {"brev", 1},
    {"popc", 1},        {"clz", 1},         {"bfind", 1},        {"and", 2},        {"or", 2},
    {"xor", 2},         {"shl", 2},         {"shr", 2},          {"add", 2},        {"sub", 2},
    {"mul", 2},         {"mul.lo", 2},      {"mul.hi", 2},       {"mul.wide", 2},   {"mad.lo", 3},
    {"mad.hi", 3},      {"mad.wide", 3},    {"div", 2},          {"rem", 2},        {"sad", 3},
    {"fma", 3},         {"min", 2},         {"max", 2},          {"bfe", 3},        {"bfi", 4},
    {"lop3", 4},        {"prmt", 3},        {"shf.l.wrap", 3},   {"shf.r.wrap", 3}, {"shf.l.clamp", 3},
    {"shf.r.clamp", 3}, {"sqrt", 1},        {"rcp", 1},          {"ex2.approx", 1}, {"lg2.approx", 1},
    {"rcp.approx", 1},  {"sqrt.approx", 1}, {"rsqrt.approx", 1}, {"sin.approx", 1}, {"cos.approx", 1},
    {"tanh.approx", 1}, {"div.approx", 2},  {"div.full", 2},
};

const std::set<std::string, std::less<>> comparisons = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                        "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                                        "ltu", "leu", "gtu", "geu", "num", "nan"};
const std::map<std::string, std::string, std::less<>> joins = {{"and", " & "}, {"or", " | "}, {"xor", " ^ "}};

/// Instructions without a result, as calls.
const std::map<std::string, std::string, std::less<>> statements = {
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
    {"fence.acq_rel.cta", "__threadfence_block()"},
    {"fence.acq_rel.cluster", "::cudasim::detail::fence_cluster()"},
    {"fence.acq_rel.gpu", "__threadfence()"},
    {"fence.acq_rel.sys", "__threadfence_system()"},
    {"fence.sc.cta", "__threadfence_block()"},
    {"fence.sc.cluster", "::cudasim::detail::fence_cluster()"},
    {"fence.sc.gpu", "__threadfence()"},
    {"fence.sc.sys", "__threadfence_system()"},
    {"griddepcontrol.wait", "cudaGridDependencySynchronize()"},
    {"griddepcontrol.launch_dependents", "cudaTriggerProgrammaticLaunchCompletion()"},
    {"trap", "__trap()"},
    {"cp.async.commit_group", "::cudasim::detail::commit_copies()"},
    {"cp.async.wait_all", "::cudasim::detail::wait_for_copies(0)"},
};

/// CUDA's function of `div.rz.f32` and others that round in another way than to the nearest.
Text rounded_function(const PtxWords& words) {
  static const std::map<std::string, std::string, std::less<>> roundings = {
      {"rz", "_rz"}, {"rm", "_rd"}, {"rp", "_ru"}};
  static const std::set<std::string, std::less<>> rounded = {"add", "sub", "mul", "div",
                                                             "fma", "rcp", "sqrt"};
  const bool is_float = words.back() == "f32";
  if (!rounded.contains(words[0]) || (!is_float && words.back() != "f64")) return std::nullopt;
  const auto rounding = roundings.find(words[1]);
  if (rounding == roundings.end() || words.size() > 4 || (words.size() == 4 && words[2] != "ftz"))
    return std::nullopt;
  const std::string letter = words[0] == "fma" ? "" : is_float ? "f" : "d";
  return "__" + letter + words[0] + (words[0] == "fma" && is_float ? "f" : "") + rounding->second;
}

/// CUDA's function of an instruction for the 2 or 4 lanes of a word, whose types are all the same.
Text function_of_lanes(const PtxWords& words) {
  static const std::map<std::string, std::string, std::less<>> signed_alike = {{"vadd", "__vadd"},
                                                                               {"vsub", "__vsub"}};
  static const std::map<std::string, std::string, std::less<>> signed_apart = {
      {"vabsdiff", "__vabsdiff"}, {"vavrg", "__vavg"}, {"vmin", "__vmin"}, {"vmax", "__vmax"}};
  const char count = words[0].back();
  if (words.size() < 4 || (count != '2' && count != '4')) return std::nullopt;
  const std::string name = words[0].substr(0, words[0].size() - 1);
  if (words[1] != words[2] || (words[1] != "u32" && words[1] != "s32")) return std::nullopt;
  const std::string sign = words[1].substr(0, 1);
  if (name == "vset" && words.size() == 4) {
    const bool is_equality = words[3] == "eq" || words[3] == "ne";
    if (!is_equality && words[3] != "lt" && words[3] != "le" && words[3] != "gt" && words[3] != "ge")
      return std::nullopt;
    return "__vset" + words[3] + (is_equality ? "" : sign) + count;
  }
  if (words[3] != words[1]) return std::nullopt;
  const bool saturates = words.size() == 5 && words[4] == "sat";
  const auto alike = signed_alike.find(name), apart = signed_apart.find(name);
  if (alike != signed_alike.end() && (words.size() == 4 || saturates))
    return alike->second + (saturates ? sign + "s" : "") + count;
  if (apart == signed_apart.end() || words.size() != 4) return std::nullopt;
  return apart->second + sign + count;
}

/// `LOOP` of a step `LOOP:`.
Text label_of(const std::string& step) {
  if (step.size() < 2 || step.back() != ':' || step.find_first_of(" \t") != std::string::npos)
    return std::nullopt;
  return step.substr(0, step.size() - 1);
}

/// `LOOP: add.u32 …` as two steps.
std::vector<std::string> without_labels_ahead(const std::vector<std::string>& instructions) {
  std::vector<std::string> steps;
  for (std::string rest : instructions) {
    for (;;) {
      const std::size_t end =
          rest.find_first_not_of("$_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%=");
      if (end == std::string::npos || end == 0 || rest[end] != ':' || rest.compare(end, 2, "::") == 0) break;
      steps.push_back(rest.substr(0, end + 1));
      const std::size_t next = rest.find_first_not_of(" \t", end + 1);
      rest = next == std::string::npos ? "" : rest.substr(next);
    }
    if (!rest.empty()) steps.push_back(rest);
  }
  return steps;
}

std::string target_of(const std::string& label) {
  std::string name = "cudasim_ptx_label_";
  for (const char c : label) name += c == '$' || c == '%' || c == '=' ? '_' : c;
  return name;
}

std::string targets(const std::set<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) text += (text.empty() ? "" : ", ") + target_of(label);
  return text;
}

class Ptx {
 public:
  Ptx(const std::vector<PtxOperand>& operands, const std::set<std::string>& labels)
      : operands_(operands), labels_(labels) {}

  Text translate(const std::string& instruction) {
    if (instruction.starts_with("@")) return guarded(instruction);
    if (const Text label = label_of(instruction)) return begin_label(*label);
    if (const auto known = statements.find(instruction); known != statements.end())
      return known->second + ";";
    const std::size_t blank = instruction.find_first_of(" \t");
    const PtxWords words = split_words(instruction.substr(0, blank), '.');
    if (blank == std::string::npos) return without_arguments(instruction, words);
    const PtxWords arguments = split_arguments(instruction.substr(blank));
    if (words[0] == "bra") return jump(words, arguments);
    note_header(words, arguments);
    if (words[0].empty() && words.size() > 1 && words[1] == "reg") return operands_.declare(words, arguments);
    static const std::map<std::string, decltype(&ptx_access), std::less<>> families = {
        {"bar", ptx_barrier},
        {"barrier", ptx_barrier},
        {"ld", ptx_access},
        {"st", ptx_access},
        {"atom", ptx_atomic},
        {"red", ptx_atomic},
        {"shfl", ptx_shuffle},
        {"vote", ptx_vote},
        {"match", ptx_match},
        {"redux", ptx_reduce},
        {"elect", ptx_elect},
        {"cp", ptx_asynchronous},
        {"activemask", ptx_simple},
        {"nanosleep", ptx_simple},
        {"mbarrier", ptx_mbarrier},
        {"mapa", ptx_map_address},
        {"mma", ptx_multiply},
        {"ldmatrix", ptx_move_matrix},
        {"stmatrix", ptx_move_matrix},
        {"movmatrix", ptx_turn_matrix},
        {"cvta", ptx_address_space},
        {"setmaxnreg", ptx_hint},
        {"createpolicy", ptx_hint}};
    if (words[0] == "cp" && words.size() > 3 && words[1] == "async" && words[2] == "bulk")
      return ptx_bulk(operands_, words, arguments);
    if (words[0] == "cp" && words.size() > 3 && words[1] == "reduce")
      return ptx_bulk_reduction(operands_, words, arguments);
    const auto family = families.find(words[0]);
    if (family != families.end()) return family->second(operands_, words, arguments);
    if (words[0] == "setp") return compare(words, arguments);
    if (words[0] == "selp") return select(words, arguments);
    if (words[0] == "cvt")
      return converts_small_float(words) ? ptx_convert_small_float(operands_, words, arguments)
                                         : convert(words, arguments);
    if (words[0] == "dp4a") return dot(words, arguments);
    if (words[0][0] == 'v') return lanes(words, arguments);
    const std::string* type = type_of(words.back());
    if (type == nullptr || arguments.size() < 2) return std::nullopt;
    if (words[0] == "mov" && (arguments[0][0] == '{' || arguments[1].starts_with("{")))
      return pack(words, arguments);
    if (is_small_float(words)) return ptx_small_float(operands_, words, arguments);
    const bool carries = words.back() != words[0] && (words[words.size() - 2] == "cc" || words[0] == "addc" ||
                                                      words[0] == "subc" || words[0] == "madc");
    return carries ? carry(words, *type, arguments) : operate(words, *type, arguments);
  }

  const std::set<std::string>& headers() const { return headers_; }
  bool has_carry() const { return has_carry_; }

 private:
  /// A label that no branch uses must not cause a warning.
  Text begin_label(const std::string& label) {
    begun_.insert(label);
    return target_of(label) + ": __attribute__((unused));";
  }

  /// A backward branch may wait for another thread.
  Text jump(const PtxWords& words, const PtxWords& arguments) const {
    const bool known = words.size() == 1 || (words.size() == 2 && words[1] == "uni");
    if (!known || arguments.size() != 1 || !labels_.contains(arguments[0])) return std::nullopt;
    const std::string polls = begun_.contains(arguments[0]) ? "::cudasim::detail::count_poll(); " : "";
    return polls + "goto " + target_of(arguments[0]) + ";";
  }

  Text without_arguments(const std::string& instruction, const PtxWords& words) {
    const bool of_cluster = words.size() > 2 && words[0] == "barrier" && words[1] == "cluster";
    const bool of_bulk = instruction == "cp.async.bulk.commit_group";
    const Text text = of_cluster ? ptx_cluster_barrier(words)
                      : of_bulk  ? ptx_bulk(operands_, words, {})
                                 : ptx_proxy_fence(instruction);
    if (text) headers_.insert("cuda/ptx");
    return text;
  }

  void note_header(const PtxWords& words, const PtxWords& arguments) {
    const std::string& name = words[0];
    if (name == "mbarrier" || (name == "cp" && words.size() > 2 &&
                               (words[2] == "bulk" || words[2] == "mbarrier" || words[1] == "reduce")))
      headers_.insert("cuda/ptx");
    else if (name == "mma" || name.ends_with("matrix"))
      headers_.insert("cudasim/ptx_matrix.hpp");
    const bool declares =
        name.empty() && (arguments[0].starts_with(".f16") || arguments[0].starts_with(".bf16"));
    if (declares || is_small_float(words) || (name == "cvt" && converts_small_float(words)))
      headers_.insert("cudasim/ptx_small_floats.hpp");
  }

  /// `dp4a.s32.s32 d, a, b, c`
  Text dot(const PtxWords& words, const PtxWords& arguments) const {
    if (words.size() != 3 || words[1] != words[2] || (words[1] != "s32" && words[1] != "u32"))
      return std::nullopt;
    return assign_call("__dp4a", *type_of(words[1]), arguments, 3);
  }

  /// `vadd4.u32.u32.u32.sat d, a, b, c`, `vset2.s32.s32.lt d, a, b, c`: c counts with `.add` only, as in `vabsdiff4.u32.u32.u32.add d, a, b, c`.
  Text lanes(PtxWords words, const PtxWords& arguments) const {
    const bool adds = words.back() == "add" && words[0].back() == '4' && words[1] == "u32" &&
                      words[0] != "vadd4" && words[0] != "vsub4";
    if (adds) words.pop_back();
    const Text function = function_of_lanes(words);
    if (!function || arguments.size() != 4) return std::nullopt;
    const std::vector<Text> values = {operands_.value_as("unsigned", arguments[1]),
                                      operands_.value_as("unsigned", arguments[2]),
                                      operands_.value_as("unsigned", arguments[3])};
    if (!values[0] || !values[1] || !values[2]) return std::nullopt;
    const std::string of_lanes = call(*function, {*values[0], *values[1]});
    return operands_.assign(arguments[0],
                            adds ? call("__dp4a", {of_lanes, "0x01010101u", *values[2]}) : of_lanes);
  }

  /// `@p instruction`, `@!p instruction`.
  Text guarded(const std::string& instruction) {
    const std::size_t blank = instruction.find_first_of(" \t");
    if (blank == std::string::npos) return std::nullopt;
    const Text when = operands_.predicate(std::string_view(instruction).substr(1, blank - 1));
    const std::size_t rest = instruction.find_first_not_of(" \t", blank);
    const Text then = when && rest != std::string::npos ? translate(instruction.substr(rest)) : std::nullopt;
    if (!then || instruction[rest] == '.') return std::nullopt;
    return "if (" + *when + ") { " + *then + " }";
  }

  Text operate(const PtxWords& words, const std::string& type, const PtxWords& arguments) const {
    std::string name = words[0];
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
      if (words[i] != "rn" && words[i] != "ftz") name += "." + words[i];
    if (name == "mad") name = "fma";  // of floats: mad of integers says which half
    const Text rounded = rounded_function(words);
    const auto operation = operations.find(rounded ? words[0] : name);
    if (operation == operations.end()) return std::nullopt;
    const std::string function = "::cudasim::ptx::" + with_underscores(name) + "_<" + type + ">";
    return assign_call(rounded ? *rounded : function, type, arguments, operation->second, name == "mad.wide");
  }

  /// The result of a function of `reads` values of a type; the last one may be twice as wide.
  Text assign_call(const std::string& function, const std::string& type, const PtxWords& arguments,
                   std::size_t reads, bool last_is_wide = false) const {
    if (arguments.size() != reads + 1) return std::nullopt;
    std::vector<std::string> values;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      const bool is_wide = last_is_wide && i == reads;
      const Text value =
          operands_.value_as(is_wide ? "::cudasim::ptx::Double<" + type + ">" : type, arguments[i]);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return operands_.assign(arguments[0], call(function, values));
  }

  /// Sums and products with a carry, which is passed on only between instructions of one text.
  Text carry(const PtxWords& words, const std::string& type, const PtxWords& arguments) {
    const bool takes = words[0].back() == 'c' && words[0] != "sub";
    const std::string name = takes ? words[0].substr(0, words[0].size() - 1) : words[0];
    const bool gives = words[words.size() - 2] == "cc";
    const std::size_t reads = name == "mad" ? 3 : 2;
    if ((takes && !has_carry_) || arguments.size() != reads + 1) return std::nullopt;
    std::vector<std::string> values;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      const Text argument = operands_.value_as(type, arguments[i]);
      if (!argument) return std::nullopt;
      values.push_back(*argument);
    }
    if (name == "mad") {
      if (words[1] != "lo" && words[1] != "hi") return std::nullopt;
      values = {call("::cudasim::ptx::mul_" + words[1] + "_<" + type + ">", {values[0], values[1]}),
                values[2]};
    } else if (name != "add" && name != "sub") {
      return std::nullopt;
    }
    values.push_back(takes ? "cudasim_ptx_carry" : "false");
    values.push_back(gives ? "&cudasim_ptx_carry" : "nullptr");
    has_carry_ = has_carry_ || gives;
    return operands_.assign(arguments[0], call(std::string("::cudasim::ptx::") +
                                                   (name == "sub" ? "sub" : "add") + "_carry<" + type + ">",
                                               values));
  }

  /// `mov.b64 %0, {a, b}`, `mov.b64 {a, b}, %0`, and the same with four.
  Text pack(const PtxWords& words, const PtxWords& arguments) const {
    const bool wide = words.back() == "b64", packs = arguments[1][0] == '{';
    if (words.size() != 2 || arguments.size() != 2 || (!wide && words.back() != "b32")) return std::nullopt;
    const PtxWords parts = PtxOperands::parts(arguments[packs ? 1 : 0]);
    if (parts.size() != 2 && !(wide && parts.size() == 4)) return std::nullopt;
    const std::string whole = wide ? "unsigned long" : "unsigned";
    const std::string part = wide && parts.size() == 2 ? "unsigned" : "unsigned short";
    std::vector<std::string> values;
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string shift = std::to_string(i * (wide ? 64 : 32) / parts.size());
      const Text each =
          packs ? operands_.value_as(part, parts[i])
                : operands_.assign(parts[i], "static_cast<" + part + ">(cudasim_ptx_whole >> " + shift + ")");
      if (!each) return std::nullopt;
      values.push_back(*each);
      text += " " + *each;
    }
    if (packs) return operands_.assign(arguments[0], call("::cudasim::ptx::packed<" + whole + ">", values));
    const Text from = operands_.value_as(whole, arguments[1]);
    if (!from) return std::nullopt;
    return "{ const " + whole + " cudasim_ptx_whole = " + *from + ";" + text + " }";
  }

  /// `setp.lt.and.s32 p|q, a, b, c`
  Text compare(const PtxWords& words, const PtxWords& arguments) {
    PtxWords forms(words.begin() + 1, words.end() - 1);
    std::erase(forms, "ftz");
    const std::string* type = type_of(words.back());
    const bool joined = forms.size() == 2 && joins.contains(forms[1]);
    if (type == nullptr || *type == "bool" || words.back().ends_with("x2") || forms.empty() ||
        !comparisons.contains(forms[0]) || (forms.size() != 1 && !joined) ||
        arguments.size() != (joined ? 4u : 3u))
      return std::nullopt;
    const Text a = operands_.value_as(*type, arguments[1]), b = operands_.value_as(*type, arguments[2]);
    const Text with = joined ? operands_.predicate(arguments[3]) : Text("");
    if (!a || !b || !with) return std::nullopt;
    std::string text = "{ const bool cudasim_ptx_test = " +
                       call("::cudasim::ptx::compare_" + forms[0] + "<" + *type + ">", {*a, *b}) + ";";
    if (joined) text += " const bool cudasim_ptx_with = " + *with + ";";
    const std::string behind = joined ? joins.find(forms[1])->second + "cudasim_ptx_with" : "";
    const PtxWords targets = split_words(arguments[0], '|');
    for (std::size_t i = 0; i < targets.size() && i < 2; ++i) {
      if (!operands_.predicate(targets[i]) && targets[i] != "_") return std::nullopt;
      const Text set =
          operands_.assign(targets[i], (i == 0 ? "cudasim_ptx_test" : "!cudasim_ptx_test") + behind);
      if (!set) return std::nullopt;
      text += " " + *set;
    }
    return targets.size() > 2 ? std::nullopt : Text(text + " }");
  }

  Text select(const PtxWords& words, const PtxWords& arguments) {
    const std::string* type = type_of(words.back());
    if (type == nullptr || words.size() != 2 || arguments.size() != 4) return std::nullopt;
    const Text a = operands_.value_as(*type, arguments[1]), b = operands_.value_as(*type, arguments[2]);
    const Text which = operands_.predicate(arguments[3]);
    if (!a || !b || !which) return std::nullopt;
    return operands_.assign(arguments[0], "(" + *which + " ? " + *a + " : " + *b + ")");
  }

  /// `cvt.rzi.s32.f32 d, a`
  Text convert(const PtxWords& words, const PtxWords& arguments) {
    static const std::map<std::string, std::string, std::less<>> modes = {
        {"rn", "FE_TONEAREST"},  {"rz", "FE_TOWARDZERO"},  {"rm", "FE_DOWNWARD"},  {"rp", "FE_UPWARD"},
        {"rni", "FE_TONEAREST"}, {"rzi", "FE_TOWARDZERO"}, {"rmi", "FE_DOWNWARD"}, {"rpi", "FE_UPWARD"}};
    PtxWords forms(words.begin() + 1, words.end());
    std::erase(forms, "ftz");
    const std::string function = std::erase(forms, "sat") != 0 ? "cvt_sat<" : "cvt<";
    if (arguments.size() != 2 || forms.size() < 2 || forms.size() > 3) return std::nullopt;
    const auto mode = forms.size() == 3 ? modes.find(forms[0]) : modes.end();
    const std::string *to = type_of(forms[forms.size() - 2]), *from = type_of(forms.back());
    if (to == nullptr || from == nullptr || (forms.size() == 3 && mode == modes.end())) return std::nullopt;
    const Text value = operands_.value_as(*from, arguments[1]);
    if (!value) return std::nullopt;
    const std::string how = mode == modes.end() ? "FE_TONEAREST" : mode->second;
    const std::string integral = mode != modes.end() && mode->first.size() == 3 ? "true" : "false";
    return operands_.assign(
        arguments[0],
        call("::cudasim::ptx::" + function + *to + ", " + how + ", " + integral + ">", {*value}));
  }

  PtxOperands operands_;
  const std::set<std::string>& labels_;  ///< Of the whole text.
  std::set<std::string> begun_;
  std::set<std::string> headers_;
  bool has_carry_ = false;
};

}  // namespace

PtxAsCpp ptx_as_cpp(const std::vector<std::string>& instructions, const std::vector<PtxOperand>& operands) {
  const std::vector<std::string> steps = without_labels_ahead(instructions);
  std::set<std::string> labels;
  for (const std::string& step : steps)
    if (const Text label = label_of(step)) labels.insert(*label);
  PtxAsCpp result;
  Ptx ptx(operands, labels);
  for (const std::string& step : steps) {
    const Text text = ptx.translate(step);
    if (!text) return {"", {}, step};
    result.statements += *text + " ";
  }
  if (ptx.has_carry())
    result.statements = "[[maybe_unused]] bool cudasim_ptx_carry = false; " + result.statements;
  result.headers = ptx.headers();
  if (labels.empty())
    result.statements = "do { " + result.statements + "} while (false)";
  else
    result.statements = "__extension__({ __label__ " + targets(labels) + "; " + result.statements +
                        "static_cast<void>(0); })";
  return result;
}

}  // namespace cudasim::translate
