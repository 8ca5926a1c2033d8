#include "driver/steps/step_bytes.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

namespace tutorial::driver {

Bytes bytes_of(const nlohmann::json& step, unsigned lane) {
  if (!step.contains("at")) return {};
  const std::uint32_t before = step.value("lanes", ~std::uint32_t{0}) & ((std::uint32_t{1} << lane) - 1);
  const auto index = static_cast<std::int64_t>(std::popcount(before));
  const nlohmann::json& at = step["at"];
  const std::int64_t begin = at.is_array()
                                 ? at[static_cast<std::size_t>(index)].get<std::int64_t>()
                                 : at["from"].get<std::int64_t>() + index * at["by"].get<std::int64_t>();
  return {step["array"].get<int>(), begin, begin + step["bytes"].get<std::int64_t>()};
}

std::int64_t shared_begin(const nlohmann::json& launch) {
  std::int64_t begin = -1;
  for (const nlohmann::json& array : launch["arrays"])
    if (array["space"] == "shared" && !array.contains("rank") &&
        (begin < 0 || array.value("offset", std::int64_t{0}) < begin))
      begin = array.value("offset", std::int64_t{0});
  return std::max<std::int64_t>(begin, 0);
}

bool takes_part(const nlohmann::json& step, unsigned warp, unsigned lane) {
  return step["kind"] != "barrier" && step["warp"] == warp &&
         (step.value("lanes", ~std::uint32_t{0}) >> lane & 1) != 0;
}

}  // namespace tutorial::driver
