// Inline PTX that combines threads: barriers, shuffles, votes, matches, reductions.
#include <map>
#include <set>

#include "sim/translate/ptx_families.hpp"

namespace cudasim::translate {
namespace {

Text unsigned_value(const PtxOperands& operands, const std::string& text) {
  return operands.value_as("unsigned", text);
}

/// `barrier.red.or.pred p, 0, q`: a barrier of the whole block with a vote.
Text barrier_vote(const PtxOperands& operands, const PtxWords& forms, const PtxWords& arguments) {
  static const std::map<std::string, std::string, std::less<>> names = {
      {"popc", "__syncthreads_count"}, {"and", "__syncthreads_and"}, {"or", "__syncthreads_or"}};
  const auto name = names.find(forms[1]);
  if (name == names.end() || arguments.size() != 3 || arguments[1] != "0") return std::nullopt;
  const bool counts = forms[1] == "popc";
  const Text of = operands.predicate(arguments[2]);
  if (!of || forms[2] != (counts ? "u32" : "pred")) return std::nullopt;
  return operands.assign(arguments[0], call(name->second, {*of}) + (counts ? "" : " != 0"));
}

}  // namespace

/// Barriers of the block: number 0 without a count is __syncthreads().
Text ptx_barrier(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  PtxWords forms(words.begin() + 1, words.end());
  if (forms.size() == 2 && forms[0] == "warp" && forms[1] == "sync") {
    const Text mask = arguments.size() == 1 ? unsigned_value(operands, arguments[0]) : std::nullopt;
    return mask ? Text(call("__syncwarp", {*mask}) + ";") : std::nullopt;
  }
  std::erase(forms, "cta");
  const bool aligned = words[0] == "bar" || (!forms.empty() && forms.back() == "aligned");
  std::erase(forms, "aligned");
  if (forms.size() == 3 && forms[0] == "red") return barrier_vote(operands, forms, arguments);
  if (forms.size() != 1 || (forms[0] != "sync" && forms[0] != "arrive")) return std::nullopt;
  if (forms[0] == "sync" && arguments.size() == 1 && arguments[0] == "0") return "__syncthreads();";
  const Text number = unsigned_value(operands, arguments[0]);
  const Text count = arguments.size() == 2 ? unsigned_value(operands, arguments[1]) : Text("0u");
  if (!number || !count || arguments.size() > 2 || (forms[0] == "arrive" && arguments.size() != 2))
    return std::nullopt;
  return call("::cudasim::ptx::bar_" + forms[0], {*number, *count, aligned ? "true" : "false"}) + ";";
}

/// `shfl.sync.bfly.b32 d|p, a, b, c, mask`
Text ptx_shuffle(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  static const std::map<std::string, std::string, std::less<>> names = {{"up", "__shfl_up_sync"},
                                                                        {"down", "__shfl_down_sync"},
                                                                        {"bfly", "__shfl_xor_sync"},
                                                                        {"idx", "__shfl_sync"}};
  const auto name =
      words.size() == 4 && words[1] == "sync" && words[3] == "b32" ? names.find(words[2]) : names.end();
  if (name == names.end() || arguments.size() != 5) return std::nullopt;
  const Text a = unsigned_value(operands, arguments[1]), b = unsigned_value(operands, arguments[2]),
             c = unsigned_value(operands, arguments[3]);
  const Text mask = unsigned_value(operands, arguments[4]);
  if (!a || !b || !c || !mask) return std::nullopt;
  const PtxWords targets = split_words(arguments[0], '|');
  const std::string width = call("::cudasim::ptx::shfl_width", {*c, words[2] == "up" ? "true" : "false"});
  const Text inside =
      targets.size() == 2
          ? operands.assign(targets[1], call("::cudasim::ptx::shfl_" + words[2] + "_inside", {*b, *c}))
          : Text("");
  const Text value =
      operands.assign(targets[0], call(name->second, {*mask, *a, "static_cast<int>(" + *b + ")", width}));
  return inside && value ? Text(*inside + (inside->empty() ? "" : " ") + *value) : std::nullopt;
}

/// `vote.sync.ballot.b32 d, p, mask`
Text ptx_vote(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  if (words.size() != 4 || words[1] != "sync" || arguments.size() != 3) return std::nullopt;
  const bool known = (words[2] == "ballot" && words[3] == "b32") ||
                     ((words[2] == "any" || words[2] == "all") && words[3] == "pred");
  const Text of = operands.predicate(arguments[1]), mask = unsigned_value(operands, arguments[2]);
  if (!known || !of || !mask) return std::nullopt;
  return operands.assign(
      arguments[0], call("__" + words[2] + "_sync", {*mask, *of}) + (words[2] == "ballot" ? "" : " != 0"));
}

/// `match.any.sync.b32 d, a, mask`
Text ptx_match(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  const std::string* type = type_of(words.back());
  if (words.size() != 4 || words[1] != "any" || words[2] != "sync" || type == nullptr ||
      arguments.size() != 3)
    return std::nullopt;
  const Text value = operands.value_as(*type, arguments[1]), mask = unsigned_value(operands, arguments[2]);
  if (!value || !mask) return std::nullopt;
  return operands.assign(arguments[0], call("__match_any_sync", {*mask, *value}));
}

/// `redux.sync.add.u32 d, a, mask`
Text ptx_reduce(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  static const std::set<std::string, std::less<>> names = {"add", "min", "max", "and", "or", "xor"};
  const std::string* type = type_of(words.back());
  if (words.size() != 4 || words[1] != "sync" || !names.contains(words[2]) || type == nullptr ||
      arguments.size() != 3 || (*type != "unsigned" && *type != "int"))
    return std::nullopt;
  const Text value = operands.value_as(*type, arguments[1]), mask = unsigned_value(operands, arguments[2]);
  if (!value || !mask) return std::nullopt;
  return operands.assign(arguments[0], call("__reduce_" + words[2] + "_sync", {*mask, *value}));
}

/// `elect.sync d|p, mask`: the first of the lanes.
Text ptx_elect(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  const PtxWords targets = split_words(arguments[0], '|');
  const Text mask = arguments.size() == 2 ? unsigned_value(operands, arguments[1]) : std::nullopt;
  if (words.size() != 2 || words[1] != "sync" || targets.size() != 2 || !mask) return std::nullopt;
  const Text lane = operands.assign(targets[0], "cudasim_ptx_first");
  const Text is_it = operands.assign(targets[1], "cudasim_ptx_first == ::cudasim::ptx::laneid()");
  if (!lane || !is_it) return std::nullopt;
  return "{ const unsigned cudasim_ptx_first = ::cudasim::ptx::first_of(" +
         call("__ballot_sync", {*mask, "1"}) + "); " + *lane + " " + *is_it + " }";
}

/// `activemask.b32 d`, `nanosleep.u32 t`
Text ptx_simple(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  if (words.size() != 2 || arguments.size() != 1) return std::nullopt;
  if (words[0] == "activemask") return operands.assign(arguments[0], "__activemask()");
  const Text time = unsigned_value(operands, arguments[0]);
  return time ? Text(call("__nanosleep", {*time}) + ";") : std::nullopt;
}

/// `cvta.to.shared.u64 d, a` and `cvta.shared.u64 d, a`; the number of an address in global memory stays as it is.
Text ptx_address_space(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  const bool to = words.size() == 4 && words[1] == "to";
  const std::string& where = words[words.size() < 3 ? 0 : words.size() - 2];
  if (words.size() != (to ? 4u : 3u) || words.back() != "u64" || arguments.size() != 2) return std::nullopt;
  const Text address = operands.value_as("unsigned long", arguments[1]);
  if (!address || (where != "shared" && where != "global")) return std::nullopt;
  if (!to)
    return operands.assign(arguments[0],
                           where == "global" ? *address : call("::cudasim::ptx::in_shared", {*address}));
  return operands.assign(
      arguments[0], call("__cvta_generic_to_" + where, {"reinterpret_cast<const void*>(" + *address + ")"}));
}

/// Hints about registers and caches, which a device may ignore; a policy is a number that is never read.
Text ptx_hint(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  return words[0] == "createpolicy" ? operands.assign(arguments[0], "0ul") : Text("static_cast<void>(0);");
}

}  // namespace cudasim::translate
