// Stand-in for CUDA's arrive and wait barriers by functions: the mbarriers of <cuda/ptx>.
#pragma once

#include "cuda/ptx"

using __mbarrier_t = std::uint64_t;
using __mbarrier_token_t = std::uint64_t;

inline std::uint32_t __mbarrier_maximum_count() {
  return static_cast<std::uint32_t>(cudasim::detail::most_expected);
}
CUDASIM_INLINED void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected) {
  cuda::ptx::mbarrier_init(barrier, expected);
}
inline void __mbarrier_inval(__mbarrier_t*) {}
CUDASIM_INLINED __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return cuda::ptx::mbarrier_arrive(barrier);
}
CUDASIM_INLINED void __pipeline_arrive_on(__mbarrier_t* barrier) {
  cuda::ptx::cp_async_mbarrier_arrive(barrier);
}
CUDASIM_INLINED __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return cudasim::detail::take_from_phase(barrier, cudasim::detail::arrivals(1) + 1);
}
CUDASIM_INLINED bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return cuda::ptx::mbarrier_test_wait(barrier, token);
}
CUDASIM_INLINED bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  return cuda::ptx::mbarrier_test_wait_parity(barrier, parity);
}
CUDASIM_INLINED bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, std::uint32_t,
                                         CUDASIM_SITE_ARGUMENTS) {
  return cuda::ptx::mbarrier_try_wait(barrier, token, file, line);
}
CUDASIM_INLINED bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, std::uint32_t,
                                                CUDASIM_SITE_ARGUMENTS) {
  return cuda::ptx::mbarrier_try_wait_parity(barrier, parity, file, line);
}
