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
                   {"registers_estimated", each.estimated}});
  }
  return all.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
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
  return fmt::format("predicted on {}{}: {}, limited by {} ({})", gpu.title, which,
                     text::seconds(*longest->seconds), longest->limit, longest->why);
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
      fmt::format("  occupancy {}{}, {} of the loads hit L1, {} through device memory\n",
                  text::percent(prediction.occupancy), prediction.estimated ? " (registers estimated)" : "",
                  text::percent(prediction.l1_hits), text::bytes(prediction.memory_bytes));
  return text + fmt::format("  to change: {}\n", prediction.change);
}

}  // namespace tutorial::predict
