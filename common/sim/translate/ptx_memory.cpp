// Inline PTX that accesses memory: loads, stores, atomic operations, asynchronous copies.
#include <algorithm>
#include <cctype>
#include <set>

#include "sim/translate/ptx_families.hpp"

namespace cudasim::translate {
namespace {

/// The words between a memory operation's name and its type.
struct Modifiers {
  std::string order;  ///< `acquire` and similar.
  std::string scope;  ///< `form_block` or `form_cluster`, where it is narrower than the device.
  PtxSpace space = PtxSpace::generic;
  bool is_volatile = false;
  std::string operation;  ///< Of an atomic operation.
  std::size_t elements = 1;
};

std::optional<Modifiers> read_modifiers(const PtxWords& words) {
  static const std::set<std::string, std::less<>> harmless = {"nc",
                                                              "ca",
                                                              "cg",
                                                              "cs",
                                                              "lu",
                                                              "wb",
                                                              "wt",
                                                              "weak",
                                                              "L1::evict_normal",
                                                              "L1::evict_first",
                                                              "L1::evict_last",
                                                              "L1::no_allocate",
                                                              "L2::64B",
                                                              "L2::128B",
                                                              "L2::256B",
                                                              "gpu",
                                                              "sys"};
  static const std::set<std::string, std::less<>> orders = {"relaxed", "acquire", "release", "acq_rel"};
  static const std::set<std::string, std::less<>> atomics = {"add", "min", "max", "and",  "or",
                                                             "xor", "inc", "dec", "exch", "cas"};
  Modifiers found;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (orders.contains(word))
      found.order = word;
    else if (word == "cta")
      found.scope = "form_block";
    else if (word == "cluster")
      found.scope = "form_cluster";
    else if (word == "global")
      found.space = PtxSpace::global;
    else if (word == "shared" || word == "shared::cta" || word == "shared::cluster")
      found.space = PtxSpace::shared;
    else if (word == "volatile" || word == "cv")
      found.is_volatile = true;
    else if (atomics.contains(word))
      found.operation = word;
    else if (word == "v2" || word == "v4")
      found.elements = word == "v2" ? 2 : 4;
    else if (!harmless.contains(word))
      return std::nullopt;
  }
  return found;
}

/// What to report to the lens about an atomic operation; `part`: which of the two bits it can have.
std::string form_of(const Modifiers& modifiers, const std::string& part = "") {
  std::string order = modifiers.order.empty() ? "relaxed" : modifiers.order;
  std::transform(order.begin(), order.end(), order.begin(), [](unsigned char c) { return std::toupper(c); });
  return "::cudasim::detail::form_of(__ATOMIC_" + order +
         (modifiers.scope.empty() ? ", 0" : ", ::cudasim::detail::" + modifiers.scope) +
         (part.empty() ? "" : ", ::cudasim::detail::form_" + part) + ")";
}

/// `float4` for four of `float`; null if CUDA has no such type of at most 16 bytes.
Text vector_type(const std::string& type, std::size_t elements) {
  static const std::map<std::string, std::string, std::less<>> names = {{"float", "float"},
                                                                        {"double", "double"},
                                                                        {"unsigned", "uint"},
                                                                        {"int", "int"},
                                                                        {"unsigned long", "ulonglong"},
                                                                        {"long", "longlong"},
                                                                        {"unsigned short", "ushort"},
                                                                        {"short", "short"},
                                                                        {"unsigned char", "uchar"},
                                                                        {"signed char", "char"}};
  const auto name = names.find(type);
  const bool wide = type == "double" || type == "long" || type == "unsigned long";
  if (name == names.end() || (wide && elements == 4)) return std::nullopt;
  return name->second + std::to_string(elements);
}

Text access_vector(const PtxOperands& operands, bool loads, const std::string& type,
                   const Modifiers& modifiers, const PtxWords& arguments) {
  static constexpr const char* members[] = {".x", ".y", ".z", ".w"};
  const Text vector = vector_type(type, modifiers.elements);
  const PtxWords parts = PtxOperands::parts(arguments[loads ? 0 : 1]);
  const Text place =
      vector ? operands.address(*vector, arguments[loads ? 1 : 0], modifiers.space) : std::nullopt;
  if (!place || parts.size() != modifiers.elements) return std::nullopt;
  std::string text = loads ? "{ const " + *vector + " cudasim_ptx_vector = *" + *place + "; "
                           : "*" + *place + " = make_" + *vector + "(";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Text part = loads ? operands.assign(parts[i], std::string("cudasim_ptx_vector") + members[i])
                            : operands.value_as(type, parts[i]);
    if (!part) return std::nullopt;
    text += (i > 0 ? (loads ? " " : ", ") : "") + *part;
  }
  return text + (loads ? " }" : ");");
}

}  // namespace

/// Loads and stores, by address.
Text ptx_access(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  const bool loads = words[0] == "ld";
  const std::string* type = type_of(words.back());
  const auto modifiers = read_modifiers(words);
  if (type == nullptr || *type == "bool" || is_small_float(words) || !modifiers ||
      !modifiers->operation.empty() || arguments.size() != 2)
    return std::nullopt;
  const bool ordered = !modifiers->order.empty();
  if (modifiers->elements > 1)
    return ordered || modifiers->is_volatile ? std::nullopt
                                             : access_vector(operands, loads, *type, *modifiers, arguments);
  const Text place = operands.address((modifiers->is_volatile ? "volatile " : "") + *type,
                                      arguments[loads ? 1 : 0], modifiers->space);
  const Text stored = loads ? Text("") : operands.value_as(*type, arguments[1]);
  if (!place || !stored) return std::nullopt;
  if (loads)
    return operands.assign(arguments[0], ordered ? call("::cudasim::detail::ordered_load",
                                                        {*place, form_of(*modifiers, "acquire")})
                                                 : "*" + *place);
  if (ordered)
    return call("::cudasim::detail::ordered_store", {*place, form_of(*modifiers, "release"), *stored}) + ";";
  return "*" + *place + " = " + *stored + ";";
}

namespace {

/// `red.global.add.noftz.f16x2 [to], b`: the same as atomicAdd.
Text small_atomic(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  const std::size_t first = words[0] == "atom" ? 1 : 0;
  PtxWords others = words;
  if (std::erase(others, "noftz") != 1) return std::nullopt;
  const auto modifiers = read_modifiers(others);
  const bool relaxed = modifiers && (modifiers->order.empty() || modifiers->order == "relaxed");
  if (!relaxed || modifiers->operation != "add" || modifiers->scope == "form_block" ||
      modifiers->is_volatile || modifiers->elements > 1 || arguments.size() != first + 2)
    return std::nullopt;
  const std::string type = "::cudasim::ptx::" + words.back();
  const Text place = operands.address(type, arguments[first], modifiers->space);
  const Text value = operands.value_as(type, arguments[first + 1]);
  if (!place || !value) return std::nullopt;
  const std::string done = call("::atomicAdd", {*place, *value});
  return first == 1 ? operands.assign(arguments[0], done) : Text(done + ";");
}

}  // namespace

/// `atom` has a result, `red` has none.
Text ptx_atomic(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  if (is_small_float(words)) return small_atomic(operands, words, arguments);
  const std::size_t first = words[0] == "atom" ? 1 : 0;
  const std::string* type = type_of(words.back());
  const auto modifiers = read_modifiers(words);
  const std::string operation = modifiers ? modifiers->operation : "";
  const std::size_t reads = operation == "cas" ? 2 : 1;
  if (type == nullptr || *type == "bool" || operation.empty() || modifiers->is_volatile ||
      modifiers->elements > 1 || arguments.size() != first + 1 + reads)
    return std::nullopt;
  const Text place = operands.address(*type, arguments[first], modifiers->space);
  if (!place) return std::nullopt;
  std::vector<std::string> values = {*place, form_of(*modifiers)};
  for (std::size_t i = first + 1; i < arguments.size(); ++i) {
    const Text value = operands.value_as(*type, arguments[i]);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  const std::string done = call("::cudasim::ptx::atom_" + operation + "<" + *type + ">", values);
  return first == 1 ? operands.assign(arguments[0], done) : Text(done + ";");
}

namespace {

/// `cp.async.mbarrier.arrive.noinc.shared.b64 [bar]`
Text arrive_behind_copies(const PtxOperands& operands, PtxWords words, const PtxWords& arguments) {
  const bool counts = take(words, "noinc");
  const bool shared = take(words, "shared") || take(words, "shared::cta");
  const bool known = words == PtxWords{"cp", "async", "mbarrier", "arrive", "b64"} && arguments.size() == 1;
  const Text bar =
      known ? operands.address("unsigned long", arguments[0], shared ? PtxSpace::shared : PtxSpace::generic)
            : std::nullopt;
  if (!bar) return std::nullopt;
  return call(std::string("::cuda::ptx::cp_async_mbarrier_arrive") + (counts ? "_noinc" : ""), {*bar}) + ";";
}

}  // namespace

/// `cp.async.ca.shared.global [to], [from], 16, bytes`, arrivals at an mbarrier after such copies, and waits for groups of them.
Text ptx_asynchronous(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  if (words.size() < 3 || words[1] != "async") return std::nullopt;
  if (words[2] == "mbarrier") return arrive_behind_copies(operands, words, arguments);
  const Text newest = operands.constant(arguments[0]);
  if (words.size() == 3 && words[2] == "wait_group" && arguments.size() == 1 && newest)
    return call("::cudasim::detail::wait_for_copies", {*newest}) + ";";
  const bool copies = words.size() >= 5 && (words[2] == "ca" || words[2] == "cg") &&
                      words[3].starts_with("shared") && words[3] != "shared::cluster" && words[4] == "global";
  const Text size =
      arguments.size() < 3 || arguments.size() > 4 ? std::nullopt : operands.constant(arguments[2]);
  if (!copies || !size) return std::nullopt;
  const Text to = operands.address("char", arguments[0], PtxSpace::shared),
             from = operands.address("const char", arguments[1], PtxSpace::global);
  const Text bytes = operands.value_as("unsigned", arguments.back());
  if (!to || !from || !bytes) return std::nullopt;
  return call("::cudasim::detail::start_copy",
              {*to, *from, *size, "(" + *size + ") - " + *bytes, "nullptr"}) +
         ";";
}

}  // namespace cudasim::translate
