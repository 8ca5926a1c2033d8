#include "sim/simcc/option_names.hpp"

#include <iterator>
#include <sstream>

namespace cudasim::simcc {
namespace {

Words words(const char* text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

const Words ignored_flags = words(
    "lineinfo generate-line-info use_fast_math restrict res-usage resource-usage keep save-temps m64 "
    "source-in-ptx "
    "extra-device-vectorization no-compress Wno-deprecated-gpu-targets Wno-deprecated-declarations "
    "Wreorder Wext-lambda-captures-this Wdefault-stream-launch Wmissing-launch-bounds err-no "
    "display-error-number no-display-error-number dlto dlink-time-opt allow-unsupported-compiler "
    "no-host-device-initializer-list no-host-device-move-forward no-align-double keep-device-functions "
    "minimal dont-use-profile noprof clean-targets forward-unknown-to-host-linker");

const Words ignored_options = words(
    "arch gpu-architecture code gpu-code gencode generate-code Xptxas ptxas-options Xnvlink "
    "nvlink-options Xcudafe Xfatbin Xarchive archive-options maxrregcount "
    "cudart cudadevrt ftz prec-div prec-sqrt fmad default-stream t threads m machine diag-suppress "
    "diag-warn diag-error Werror keep-dir target-directory target-dir split-compile time "
    "brief-diagnostics brief-diag opt-info static-global-template-stub");

const Words refused = words("ptx cubin fatbin optix-ir ltoir cuda run");

const Words runtime_libraries = words(
    "cudart cudart_static cudadevrt cuda nvToolsExt cudart_kernel cublas cublas_static cufft cufft_static "
    "curand curand_static");

const Words toolkit_libraries = words(
    "cublasLt cufftw cusolver cusparse nvrtc nvjpeg "
    "cudnn nvml nvidia-ml nppc nppial nppicc nppidei nppif nppig nppim nppist nppisu nppitc npps cufile "
    "cupti nccl culibos");

}  // namespace cudasim::simcc
