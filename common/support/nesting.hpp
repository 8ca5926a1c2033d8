// How deep JSON from a file may be nested.
#pragma once

#include <stdexcept>

namespace tutorial {

/// JSON is nested deeper than any file of ours. To copy it would take a stack frame a level, and end the process.
class NestedTooDeep : public std::runtime_error {
 public:
  NestedTooDeep() : std::runtime_error("it is nested more than 64 levels deep") {}
};

/// For Json::parse(text, refuse_deep<Json>). @throws NestedTooDeep
template <typename Json>
bool refuse_deep(int depth, typename Json::parse_event_t /*event*/, Json& /*value*/) {
  if (depth > 64) throw NestedTooDeep();
  return true;
}

}  // namespace tutorial
