// Functions of the CUDA driver, of which few are simulated. nvcc accepts them, so the message says what to write instead.
#include <string>

#include "sim/translate/file_names.hpp"

namespace cudasim::translate {
namespace {

/// `cuInit`, not `cudaMalloc` or `cursor`.
bool is_driver_name(std::string_view name) {
  return name.size() > 3 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z';
}

/// What <cuda.h> here has.
bool is_simulated(std::string_view name) {
  for (std::string_view each : {"cuTensorMapEncodeTiled", "cuInit", "cuDriverGetVersion", "cuDeviceGet",
                                "cuDeviceGetCount", "cuMemGetInfo"})
    if (name == each) return true;
  return false;
}

/// `CUcontext`, except names that the stand-in for <cuda.h> has.
bool is_driver_type(std::string_view name) {
  if (name.size() < 4 || !name.starts_with("CU") || name[2] < 'a' || name[2] > 'z') return false;
  if (name.starts_with("CUtensorMap")) return false;
  for (std::string_view each :
       {"CUstream", "CUevent", "CUdevice", "CUdeviceptr", "CUresult", "CUstream_st", "CUevent_st"})
    if (name == each) return false;
  return true;
}

/// Names of <cuComplex.h>: cuCmul, cuCabsf, cuComplexFloatToDouble.
bool is_complex_number(std::string_view name) {
  if (name == "cuComplexFloatToDouble" || name == "cuComplexDoubleToFloat") return true;
  if (name.ends_with("f")) name.remove_suffix(1);
  for (std::string_view each :
       {"cuCreal", "cuCimag", "cuConj", "cuCadd", "cuCsub", "cuCmul", "cuCdiv", "cuCabs", "cuCfma"})
    if (name == each) return true;
  return false;
}

}  // namespace

void refuse_driver(const Run& run, const FileNames& names) {
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i) {
    const std::string name(run.tokens[i].text);
    const bool call =
        is_driver_name(name) && is_call(run, i) && !is_simulated(name) && !is_complex_number(name);
    const bool type = is_driver_type(name) && run.tokens[i + 1].is_identifier() && !run.at(i - 1, "struct");
    if (!call && !type) continue;
    if (run.outside.names.contains(name) || names.function(name) != nullptr || names.declares(name)) continue;
    run.fail(i, "the driver API is not simulated: '" + name +
                    "'. The runtime's functions (cudaMalloc, kernel<<<...>>>) do the same");
  }
}

}  // namespace cudasim::translate
