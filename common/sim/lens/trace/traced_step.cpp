#include "sim/lens/trace/traced_step.hpp"

#include "sim/lens/count/results.hpp"
#include "sim/lens/report/json_text.hpp"

namespace cudasim::lens {
namespace {

template <class Number>
std::string list_text(const std::vector<Number>& list) {
  std::string text;
  for (const Number each : list) text += (text.empty() ? "" : ",") + std::to_string(each);
  return "[" + text + "]";
}

/// [first, stride] where the numbers grow evenly, else all of them in a list of its own.
std::string compact_text(const std::vector<std::int64_t>& list) {
  if (list.size() < 3) return list_text(list);
  const std::int64_t stride = list[1] - list[0];
  for (std::size_t i = 1; i < list.size(); ++i)
    if (list[i] - list[i - 1] != stride) return list_text(list);
  return "{\"from\":" + std::to_string(list[0]) + ",\"by\":" + std::to_string(stride) + "}";
}

}  // namespace

std::string json_of(const TracedArray& array) {
  std::string text = "{\"name\":" + json_string(array.name) + ",\"space\":\"" + name_of(array.space) +
                     "\",\"bytes\":" + std::to_string(array.bytes);
  if (array.space == Space::shared) text += ",\"offset\":" + std::to_string(array.begin - array.arena);
  if (array.rank >= 0) text += ",\"rank\":" + std::to_string(array.rank);
  if (array.argument >= 0) text += ",\"argument\":" + std::to_string(array.argument);
  if (array.made_at.line != 0)
    text +=
        ",\"file\":" + json_string(array.made_at.file) + ",\"line\":" + std::to_string(array.made_at.line);
  return text + "}";
}

std::string json_of(const TracedStep& step, int file) {
  std::string text = "{\"kind\":\"";
  text += step.kind == TracedKind::barrier   ? "barrier"
          : step.kind == TracedKind::meeting ? "warp"
                                             : name_of(step.op);
  text += "\",\"file\":" + std::to_string(file) + ",\"line\":" + std::to_string(step.line.line);
  if (step.kind == TracedKind::barrier) return text + ",\"what\":" + json_string(step.operation) + "}";
  text += ",\"warp\":" + std::to_string(step.warp);
  if (step.lanes != ~0u) text += ",\"lanes\":" + std::to_string(step.lanes);
  if (!step.rounds.empty()) text += ",\"rounds\":" + list_text(step.rounds);
  if (step.kind == TracedKind::meeting) {
    text += ",\"what\":" + json_string(step.operation);
    if (!step.offsets.empty()) text += ",\"from\":" + list_text(step.offsets);
  } else {
    text += ",\"array\":" + std::to_string(step.array) + ",\"bytes\":" + std::to_string(step.bytes) +
            ",\"at\":" + compact_text(step.offsets) + ",\"cost\":" + std::to_string(step.cost) +
            ",\"ideal\":" + std::to_string(step.ideal);
    if (step.requests != 1) text += ",\"requests\":" + std::to_string(step.requests);
    if (step.late) text += ",\"late\":true";
  }
  if (step.values.empty()) return text + "}";
  // One lane's words where all lanes have the same.
  bool is_one = true;
  for (std::size_t i = step.words; i < step.values.size(); ++i)
    is_one = is_one && step.values[i] == step.values[i - step.words];
  std::string values;
  for (std::size_t i = 0; i < (is_one ? step.words : step.values.size()); ++i)
    values += (i == 0 ? "" : ",") + std::to_string(step.values[i]);
  return text + ",\"values\":[" + values + "]}";
}

}  // namespace cudasim::lens
