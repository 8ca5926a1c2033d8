#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "predict/predict.hpp"
#include "support/text.hpp"

namespace tutorial::predict {
namespace {

std::string sizes(const std::array<unsigned, 3>& of) {
  std::string text = std::to_string(of[0]);
  if (of[1] > 1 || of[2] > 1) text += fmt::format(" x {}", of[1]);
  if (of[2] > 1) text += fmt::format(" x {}", of[2]);
  return text;
}

}  // namespace

std::string predictions_json(const std::vector<Prediction>& predictions) {
  auto all = nlohmann::ordered_json::array();
  for (const Prediction& each : predictions) {
    nlohmann::ordered_json limits = nlohmann::ordered_json::object();
    for (const Limit& limit : each.limits) limits[limit.name] = limit.seconds;
    all.push_back({{"kernel", each.kernel},
                   {"grid", each.grid},
                   {"block", each.block},
                   {"launches", each.times},
                   {"predicted_s",
                    each.seconds ? nlohmann::ordered_json(*each.seconds) : nlohmann::ordered_json(nullptr)},
                   {"limit", each.limit},
                   {"limits", limits},
                   {"gpu", each.gpu},
                   {"why", each.why},
                   {"change", each.change},
                   {"occupancy", each.occupancy},
                   {"bytes_in_flight", each.bytes_in_flight},
                   {"memory_bytes", each.memory_bytes},
                   {"l1_hits", each.l1_hits},
                   {"registers", each.registers},
                   {"registers_estimated", each.estimated},
                   {"stack_bytes", each.stack_bytes},
                   {"shared_bytes", each.shared_bytes},
                   {"blocks_per_sm", each.blocks_at_once},
                   {"occupancy_bound", each.bound},
                   {"simulated_blocks", each.simulated},
                   {"sample_spread", each.spread ? nlohmann::ordered_json(*each.spread) : nullptr}});
  }
  return all.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string occupancy_text(const Prediction& of) {
  const std::string stack = of.estimated          ? ""
                            : of.stack_bytes == 0 ? ", no spills"
                                                  : fmt::format(
                                                        ", {:.0f} bytes of local memory per thread "
                                                        "(spills and arrays)",
                                                        of.stack_bytes);
  const std::string shared = of.shared_bytes == 0
                                 ? "no shared memory"
                                 : fmt::format("{} of shared memory per block", text::bytes(of.shared_bytes));
  return fmt::format(
      "occupancy {}{}, limited by {}: {:.0f} block{} per SM, {:.0f} registers per thread{}, {}",
      text::percent(of.occupancy), of.estimated ? " (registers estimated)" : "",
      of.bound == "grid" ? "the grid" : of.bound, of.blocks_at_once, of.blocks_at_once == 1 ? "" : "s",
      of.registers, stack, shared);
}

std::string sample_text(const Prediction& of) {
  if (of.simulated <= 0 || of.simulated >= of.blocks()) return "";
  std::string text = fmt::format("{:.0f} of {:.0f} blocks simulated, counts multiplied by {:.4g}",
                                 of.simulated, of.blocks(), of.blocks() / of.simulated);
  if (of.spread)
    text += fmt::format("; the two halves of the sample are within {} of their mean, in cache lines",
                        text::percent(*of.spread));
  return text;
}

std::string kernel_text(const std::string& kernel, const std::vector<Launch>& launches, const Gpu& gpu) {
  std::optional<Prediction> longest;
  unsigned kinds = 0;
  for (const Launch& launch : launches) {
    if (launch.kernel != kernel) continue;
    ++kinds;
    Prediction prediction = predict(launch, gpu);
    if (!longest || prediction.seconds.value_or(0) > longest->seconds.value_or(0))
      longest = std::move(prediction);
  }
  if (!longest) return "";
  const std::string which = kinds < 2 ? ""
                                      : fmt::format(", the longest launch, {} blocks of {} threads",
                                                    sizes(longest->grid), sizes(longest->block));
  if (!longest->seconds) return fmt::format("predicted on {}{}: nothing, {}", gpu.title, which, longest->why);
  const std::string sample = sample_text(*longest);
  return fmt::format("predicted on {}{}: {}, limited by {} ({}); {}{}{}", gpu.title, which,
                     text::seconds(*longest->seconds), longest->limit, longest->why, occupancy_text(*longest),
                     sample.empty() ? "" : "; ", sample);
}

std::string prediction_text(const Prediction& prediction) {
  constexpr double worth_saying = 0.05;  // of the longest limit
  std::string text = fmt::format("{}, {} blocks of {} threads", prediction.kernel, sizes(prediction.grid),
                                 sizes(prediction.block));
  if (prediction.times > 1) text += fmt::format(", launched {} times", prediction.times);
  if (!prediction.seconds) return text + fmt::format("\n  no prediction: {}\n", prediction.why);
  text += fmt::format("\n  {} on {}, limited by {}: {}\n", text::seconds(*prediction.seconds), prediction.gpu,
                      prediction.limit, prediction.why);
  std::string limits;
  for (const Limit& limit : prediction.limits) {
    if (limit.seconds < worth_saying * prediction.limits.front().seconds) continue;
    limits += fmt::format("{}{} {}", limits.empty() ? "" : ", ", limit.name, text::seconds(limit.seconds));
  }
  text += fmt::format("  each alone: {}\n", limits);
  text +=
      fmt::format("  {}\n  {} of the loads hit L1, {} through device memory\n", occupancy_text(prediction),
                  text::percent(prediction.l1_hits), text::bytes(prediction.memory_bytes));
  if (const std::string sample = sample_text(prediction); !sample.empty()) text += "  " + sample + "\n";
  return text + fmt::format("  to change: {}\n", prediction.change);
}

}  // namespace tutorial::predict
