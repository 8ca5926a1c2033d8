// Inline PTX of Hopper: mbarriers, bulk copies (TMA), proxy fences, clusters. Each becomes a call of a function of <cuda/ptx>.
#include <algorithm>
#include <map>
#include <set>

#include "sim/translate/ptx_families.hpp"

namespace cudasim::translate {
namespace {

const std::string cuda_ptx = "::cuda::ptx::";

/// Removes the words that say how an mbarrier is addressed.
PtxSpace take_place(PtxWords& forms) {
  for (const char* word : {"release", "acquire", "relaxed", "cta", "cluster"}) take(forms, word);
  const int found = take(forms, "shared") + take(forms, "shared::cta") + take(forms, "shared::cluster");
  return found != 0 ? PtxSpace::shared : PtxSpace::generic;
}

Text barrier_at(const PtxOperands& operands, const std::string& text, PtxSpace space) {
  return operands.address("unsigned long", text, space);
}

/// `mbarrier.arrive.expect_tx.shared.b64 state, [bar], bytes`: no state if the barrier belongs to another block.
Text mbarrier_arrive(const PtxOperands& operands, const PtxWords& forms, const PtxWords& arguments,
                     PtxSpace space) {
  const bool expects = forms[0] == "expect_tx" || (forms.size() == 2 && forms[1] == "expect_tx");
  const bool has_state = !arguments[0].starts_with("[");
  const std::size_t at = has_state ? 1 : 0, more = arguments.size() - at;
  if (more < 1 || more > 2 || (expects && more != 2)) return std::nullopt;
  const Text bar = barrier_at(operands, arguments[at], space);
  const Text count = more == 2 ? operands.value_as("unsigned", arguments[at + 1]) : Text("");
  if (!bar || !count) return std::nullopt;
  const std::string done =
      expects
          ? call(cuda_ptx + "mbarrier_arrive_expect_tx",
                 {cuda_ptx + "sem_release", cuda_ptx + "scope_cta", cuda_ptx + "space_shared", *bar, *count})
      : more == 2 ? call(cuda_ptx + "mbarrier_arrive", {*bar, *count})
                  : call(cuda_ptx + "mbarrier_arrive", {*bar});
  return has_state ? operands.assign(arguments[0], done) : Text("static_cast<void>(" + done + ");");
}

/// `mbarrier.try_wait.parity.shared.b64 p, [bar], parity, hint`
Text mbarrier_wait(const PtxOperands& operands, const PtxWords& forms, const PtxWords& arguments,
                   PtxSpace space) {
  const bool parity = forms.size() == 2 && forms[1] == "parity";
  const bool tries = forms[0] == "try_wait";
  if (arguments.size() < 3 || arguments.size() > (tries ? 4u : 3u) || (forms.size() != 1 && !parity) ||
      !operands.predicate(arguments[0]) || arguments[0].starts_with("!"))
    return std::nullopt;
  const Text bar = barrier_at(operands, arguments[1], space);
  const Text phase = operands.value_as(parity ? "unsigned" : "unsigned long", arguments[2]);
  if (!bar || !phase) return std::nullopt;
  return operands.assign(arguments[0],
                         call(cuda_ptx + "mbarrier_" + forms[0] + (parity ? "_parity" : ""), {*bar, *phase}));
}

/// The box of a tensor: `[map, {x, y}]`.
struct Box {
  std::string map, coordinates;
};
std::optional<Box> box_of(const PtxOperands& operands, const std::string& text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  const PtxWords parts = split_arguments(std::string_view(text).substr(1, text.size() - 2));
  const Text map = parts.size() == 2 ? operands.value_as("unsigned long", parts[0]) : std::nullopt;
  if (!map) return std::nullopt;
  Box box{"reinterpret_cast<const void*>(" + *map + ")", ""};
  for (const std::string& each : PtxOperands::parts(parts[1])) {
    const Text value = operands.value_as("int", each);
    if (!value) return std::nullopt;
    box.coordinates += (box.coordinates.empty() ? "" : ", ") + *value;
  }
  return box;
}

std::string with_box(const Box& box, const std::string& call) {
  return "{ const int cudasim_ptx_at[] = {" + box.coordinates + "}; " + call + "; }";
}

/// What a bulk copy of bytes or of a tensor box says after `cp.async.bulk`.
struct BulkForms {
  bool of_tensor, to_all, hinted;
};

/// Into shared memory: `[to], [from], bytes, [bar]` or `[to], [map, {…}], [bar]`, then mask and hint.
Text bulk_load(const PtxOperands& operands, const BulkForms& how, const std::string& source,
               PtxWords arguments) {
  if (how.hinted) arguments.pop_back();
  if (arguments.size() != (how.of_tensor ? 3u : 4u) + (how.to_all ? 1 : 0)) return std::nullopt;
  const Text to = operands.address("char", arguments[0], PtxSpace::shared);
  const Text bar = barrier_at(operands, arguments[how.of_tensor ? 2 : 3], PtxSpace::shared);
  const Text mask = how.to_all ? operands.value_as("unsigned short", arguments.back()) : Text("");
  if (!to || !bar || !mask) return std::nullopt;
  std::vector<std::string> values = {cuda_ptx + "space_cluster", cuda_ptx + source, *to};
  const auto box = how.of_tensor ? box_of(operands, arguments[1]) : std::nullopt;
  if (how.of_tensor) {
    if (!box || source != "space_global") return std::nullopt;
    values.insert(values.end(), {box->map, "cudasim_ptx_at", *bar});
  } else {
    const Text from = operands.address("const char", arguments[1],
                                       source == "space_shared" ? PtxSpace::shared : PtxSpace::global);
    const Text bytes = operands.value_as("unsigned", arguments[2]);
    if (!from || !bytes) return std::nullopt;
    values.insert(values.end(), {*from, *bytes, *bar});
  }
  if (how.to_all) values.push_back(*mask);
  const std::string done =
      call(cuda_ptx + (how.of_tensor ? "cp_async_bulk_tensor" : "cp_async_bulk"), values);
  return how.of_tensor ? with_box(*box, done) : done + ";";
}

/// Into global memory: `[to], [from], bytes` or `[map, {…}], [from]`, then the hint.
Text bulk_store(const PtxOperands& operands, const BulkForms& how, PtxWords arguments) {
  if (how.hinted) arguments.pop_back();
  if (arguments.size() != (how.of_tensor ? 2u : 3u)) return std::nullopt;
  const Text from = operands.address("const char", arguments[1], PtxSpace::shared);
  if (!from) return std::nullopt;
  const std::string ways = cuda_ptx + "space_global, " + cuda_ptx + "space_shared, ";
  if (how.of_tensor) {
    const auto box = box_of(operands, arguments[0]);
    if (!box) return std::nullopt;
    return with_box(
        *box, cuda_ptx + "cp_async_bulk_tensor(" + ways + box->map + ", cudasim_ptx_at, " + *from + ")");
  }
  const Text to = operands.address("char", arguments[0], PtxSpace::global);
  const Text bytes = operands.value_as("unsigned", arguments[2]);
  if (!to || !bytes) return std::nullopt;
  return cuda_ptx + "cp_async_bulk(" + ways + *to + ", " + *from + ", " + *bytes + ");";
}

}  // namespace

Text ptx_mbarrier(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  PtxWords forms(words.begin() + 1, words.end());
  const PtxSpace space = take_place(forms);
  if (!take(forms, "b64") || forms.empty()) return std::nullopt;
  const std::string& what = forms[0];
  if (what == "arrive" && (forms.size() == 1 || (forms.size() == 2 && forms[1] == "expect_tx")))
    return mbarrier_arrive(operands, forms, arguments, space);
  if (what == "test_wait" || what == "try_wait") return mbarrier_wait(operands, forms, arguments, space);
  const Text bar = barrier_at(operands, arguments[0], space);
  if (!bar || forms.size() != 1) return std::nullopt;
  if (what == "inval" && arguments.size() == 1) return "static_cast<void>(" + *bar + ");";
  const Text count = arguments.size() == 2 ? operands.value_as("unsigned", arguments[1]) : std::nullopt;
  if (!count) return std::nullopt;
  if (what == "init") return call(cuda_ptx + "mbarrier_init", {*bar, *count}) + ";";
  if (what != "expect_tx") return std::nullopt;
  return call(cuda_ptx + "mbarrier_expect_tx",
              {cuda_ptx + "sem_relaxed", cuda_ptx + "scope_cta", cuda_ptx + "space_shared", *bar, *count}) +
         ";";
}

namespace {

/// The type of the elements in cuda::ptx; null if PTX has no such reduction.
Text reduced_type(const std::string& operation, const std::string& type, bool into_shared) {
  using Types = std::set<std::string, std::less<>>;
  static const std::map<std::string, Types, std::less<>> into_global = {
      {"add", {"u32", "s32", "u64", "f16", "bf16", "f32", "f64"}},
      {"min", {"u32", "s32", "u64", "s64", "f16", "bf16"}},
      {"inc", {"u32"}},
      {"and", {"b32", "b64"}}};
  static const std::map<std::string, Types, std::less<>> into_cluster = {
      {"add", {"u32", "s32", "u64"}}, {"min", {"u32", "s32"}}, {"inc", {"u32"}}, {"and", {"b32"}}};
  static const std::map<std::string, std::string, std::less<>> alike = {
      {"max", "min"}, {"dec", "inc"}, {"or", "and"}, {"xor", "and"}};
  const auto same = alike.find(operation);
  const auto& rules = into_shared ? into_cluster : into_global;
  const auto types = rules.find(same == alike.end() ? operation : same->second);
  if (types == rules.end() || !types->second.contains(type)) return std::nullopt;
  if (type == "f16" || type == "bf16") return "::cudasim::ptx::" + type;
  return *type_of(type);
}

/// Removes the operation.
std::string take_operation(PtxWords& forms) {
  for (const char* each : {"add", "min", "max", "inc", "dec", "and", "or", "xor"})
    if (take(forms, each)) return each;
  return "";
}

std::string operation_of(const std::string& operation) {
  const bool of_bits = operation == "and" || operation == "or" || operation == "xor";
  return cuda_ptx + "op_" + operation + (of_bits ? "_op" : "");
}

/// `cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [map, {x, y}], [from]`
Text reduce_tensor(const PtxOperands& operands, PtxWords forms, const PtxWords& arguments) {
  const std::string operation = take_operation(forms);
  take(forms, "tile");
  const bool known = forms.size() == 4 && forms[0].size() == 2 && forms[0][0] >= '1' && forms[0][0] <= '5' &&
                     forms[0][1] == 'd' && forms[1] == "global" && forms[2] == "shared::cta" &&
                     forms[3] == "bulk_group";
  if (!known || operation.empty() || arguments.size() != 2) return std::nullopt;
  const auto box = box_of(operands, arguments[0]);
  const Text from = operands.address("char", arguments[1], PtxSpace::shared);
  if (!box || !from) return std::nullopt;
  return with_box(*box, call(cuda_ptx + "cp_reduce_async_bulk_tensor",
                             {cuda_ptx + "space_global", cuda_ptx + "space_shared", operation_of(operation),
                              box->map, "cudasim_ptx_at", *from}));
}

}  // namespace

/// `cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [to], [from], bytes`, or into shared memory of a cluster with
/// `mbarrier::complete_tx::bytes` and a barrier.
Text ptx_bulk_reduction(const PtxOperands& operands, const PtxWords& words, PtxWords arguments) {
  PtxWords forms(words.begin() + 4, words.end());
  if (words[2] != "async" || words[3] != "bulk" || arguments.empty()) return std::nullopt;
  if (take(forms, "L2::cache_hint")) arguments.pop_back();
  if (take(forms, "tensor")) return reduce_tensor(operands, forms, arguments);
  const std::string operation = take_operation(forms);
  const bool rounds = take(forms, "noftz");
  if (forms.size() != 4 || forms[1] != "shared::cta" || operation.empty()) return std::nullopt;
  const bool into_shared = forms[0] == "shared::cluster";
  if (forms[2] != (into_shared ? "mbarrier::complete_tx::bytes" : "bulk_group") ||
      (!into_shared && forms[0] != "global") || arguments.size() != (into_shared ? 4u : 3u) ||
      rounds != (operation == "add" && forms[3].ends_with("f16")))
    return std::nullopt;
  const Text type = reduced_type(operation, forms[3], into_shared);
  if (!type) return std::nullopt;
  const Text to = operands.address(*type, arguments[0], into_shared ? PtxSpace::shared : PtxSpace::global);
  const Text from = operands.address("const " + *type, arguments[1], PtxSpace::shared);
  const Text bytes = operands.value_as("unsigned", arguments[2]);
  const Text bar = into_shared ? barrier_at(operands, arguments[3], PtxSpace::shared) : Text("");
  if (!to || !from || !bytes || !bar) return std::nullopt;
  std::vector<std::string> values = {cuda_ptx + (into_shared ? "space_cluster" : "space_global"),
                                     cuda_ptx + "space_shared",
                                     operation_of(operation),
                                     *to,
                                     *from,
                                     *bytes};
  if (into_shared) values.push_back(*bar);
  return call(cuda_ptx + "cp_reduce_async_bulk", values) + ";";
}

/// `cp.async.bulk…`, except prefetches.
Text ptx_bulk(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  PtxWords forms(words.begin() + 3, words.end());
  if (forms.size() == 1 && forms[0] == "commit_group") return cuda_ptx + "cp_async_bulk_commit_group();";
  if (!forms.empty() && forms[0] == "wait_group" && arguments.size() == 1) {
    const Text newest = operands.constant(arguments[0]);
    const bool reads = forms.size() == 2 && forms[1] == "read";
    if (!newest || (forms.size() != 1 && !reads)) return std::nullopt;
    return cuda_ptx + "cp_async_bulk_wait_group" + (reads ? "_read(" : "(") + cuda_ptx + "n32_t<(" + *newest +
           ")>());";
  }
  static const std::set<std::string, std::less<>> dimensions = {"1d", "2d", "3d", "4d", "5d"};
  BulkForms how{take(forms, "tensor"), take(forms, "multicast::cluster"), take(forms, "L2::cache_hint")};
  if (how.of_tensor != (!forms.empty() && dimensions.contains(forms[0]))) return std::nullopt;
  if (how.of_tensor) {
    forms.erase(forms.begin());
    take(forms, "tile");
  }
  if (forms.size() != 3 || (how.hinted && arguments.empty())) return std::nullopt;
  const bool into_shared = forms[0] == "shared::cluster" || forms[0] == "shared::cta";
  if (into_shared && forms[2] == "mbarrier::complete_tx::bytes" &&
      (forms[1] == "global" || forms[1] == "shared::cta"))
    return bulk_load(operands, how, forms[1] == "global" ? "space_global" : "space_shared", arguments);
  if (forms[0] == "global" && forms[1] == "shared::cta" && forms[2] == "bulk_group" && !how.to_all)
    return bulk_store(operands, how, arguments);
  return std::nullopt;
}

/// `fence.proxy.async.shared::cta`, `fence.mbarrier_init.release.cluster`: fences without operands; the other names are in a list.
Text ptx_proxy_fence(const std::string& instruction) {
  static const std::set<std::string, std::less<>> proxies = {"fence.proxy.async", "fence.proxy.async.global",
                                                             "fence.proxy.async.shared::cta",
                                                             "fence.proxy.async.shared::cluster"};
  if (proxies.contains(instruction)) return cuda_ptx + "fence_proxy_async();";
  if (instruction == "fence.mbarrier_init.release.cluster")
    return cuda_ptx + "fence_mbarrier_init(" + cuda_ptx + "sem_release, " + cuda_ptx + "scope_cluster);";
  return std::nullopt;
}

/// `barrier.cluster.arrive.release.aligned`, `barrier.cluster.wait.acquire`.
Text ptx_cluster_barrier(const PtxWords& words) {
  PtxWords forms(words.begin() + 2, words.end());
  take(forms, "aligned");
  if (forms.empty() || forms.size() > 2 || (forms[0] != "arrive" && forms[0] != "wait")) return std::nullopt;
  const bool arrives = forms[0] == "arrive";
  const bool known = forms.size() == 1 || forms[1] == (arrives ? "release" : "acquire") ||
                     (arrives && forms[1] == "relaxed");
  return known ? Text(cuda_ptx + "barrier_cluster_" + forms[0] + "();") : std::nullopt;
}

/// `mapa.shared::cluster.u32 d, a, rank`
Text ptx_map_address(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments) {
  const bool known = words.size() == 3 && words[1] == "shared::cluster" && words[2] == "u32";
  const Text address =
      known && arguments.size() == 3 ? operands.value_as("unsigned", arguments[1]) : std::nullopt;
  const Text rank = address ? operands.value_as("unsigned", arguments[2]) : std::nullopt;
  return rank ? operands.assign(arguments[0], call("::cudasim::ptx::mapa", {*address, *rank})) : std::nullopt;
}

}  // namespace cudasim::translate
