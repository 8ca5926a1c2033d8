// The driver's own functions, of which only tensor maps are simulated: nvcc takes them, so the refusal says what to write instead.
#include <string>

#include "sim/translate/file_names.hpp"

namespace cudasim::translate {
namespace {

/// `cuInit`, not `cudaMalloc` or `cursor`.
bool is_driver_name(std::string_view name) {
  return name.size() > 3 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z';
}

}  // namespace

void refuse_driver(const Run& run, const FileNames& names) {
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i) {
    const std::string name(run.tokens[i].text);
    if (!is_driver_name(name) || !is_call(run, i) || name == "cuTensorMapEncodeTiled") continue;
    if (run.outside.names.contains(name) || names.function(name) != nullptr || names.declares(name)) continue;
    run.fail(i, "the driver API is not simulated: '" + name +
                    "'. The runtime's functions (cudaMalloc, kernel<<<...>>>) do the same");
  }
}

}  // namespace cudasim::translate
