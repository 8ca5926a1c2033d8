// Functions of cuda::ptx that the stand-in header does not have, by name: a refusal says more than "not declared".
#include <algorithm>
#include <iterator>
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

constexpr std::string_view families[] = {"tcgen05_",
                                         "tensormap_replace_",
                                         "tensormap_cp_fenceproxy",
                                         "clusterlaunchcontrol_",
                                         "multimem_",
                                         "st_async",
                                         "st_bulk",
                                         "red_async",
                                         "cp_async_bulk_cp_mask",
                                         "cp_async_bulk_tensor_tile_",
                                         "mbarrier_arrive_no_complete",
                                         "fence_proxy_alias",
                                         "fence_proxy_tensormap_generic",
                                         "fence_proxy_async_generic_sync_restrict",
                                         "fence_sync_restrict"};
/// Short names, which count only after `ptx::`.
constexpr std::string_view short_names[] = {
    "bfind", "bfind_shiftamt", "bmsk_clamp", "bmsk_wrap", "exit", "ld",
    "ld_nc", "prmt",           "shl",        "shr",       "st",   "trap"};

bool names_library(const Run& run) {
  for (std::size_t i = 0; i + 2 < run.tokens.size(); ++i)
    if (run.at(i, "cuda") && run.at(i + 1, "::") && run.at(i + 2, "ptx")) return true;
  return false;
}

bool is_refused(const Run& run, std::size_t i) {
  const std::string_view name = run.tokens[i].text;
  const bool qualified = i >= 2 && run.at(i - 1, "::") && run.at(i - 2, "ptx");
  if (qualified && std::find(std::begin(short_names), std::end(short_names), name) != std::end(short_names))
    return true;
  const bool plain = i == 0 || !(run.at(i - 1, "::") || run.at(i - 1, ".") || run.at(i - 1, "->"));
  return (qualified || plain) && std::any_of(std::begin(families), std::end(families),
                                             [&](std::string_view each) { return name.starts_with(each); });
}

}  // namespace

void refuse_ptx(const Run& run) {
  if (run.text.find("ptx") == std::string_view::npos || !names_library(run)) return;
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i)
    if (run.tokens[i].is_identifier() && (run.at(i + 1, "(") || run.at(i + 1, "<")) && is_refused(run, i))
      run.fail(i, "this function of cuda::ptx is not simulated: '" + std::string(run.tokens[i].text) + "'");
}

}  // namespace cudasim::translate
