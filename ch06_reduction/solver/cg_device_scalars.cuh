#pragma once

#include <cstdint>

#include "reduce.cuh"
#include "solver/solver_state.hpp"

/// @file
/// What cg_device_scalars brings and the later steps launch, too.

namespace ch06 {

/// What the last block of a dot product does with the sum: before the first iteration it is r . r,
struct StartScalars {
  template <typename T>
  __device__ void operator()(Scalars<T>& s, T rr) const {
    s = {.rr = rr, .alpha = 0, .beta = 0};
  }
};

/// with p . (A p) it determines the step,
struct SetAlpha {
  template <typename T>
  __device__ void operator()(Scalars<T>& s, T p_times_ap) const {
    s.alpha = quotient(s.rr, p_times_ap);
  }
};

/// and with the new r . r the next direction.
struct SetBeta {
  template <typename T>
  __device__ void operator()(Scalars<T>& s, T rr) const {
    s.beta = quotient(rr, s.rr);
    s.rr = rr;
  }
};

}  // namespace ch06

// a . b. The last block leaves it where `finish` says. blockDim.x is a multiple of 32; *ticket is 0 before, and after.
// [dot]
template <typename T, typename Finish>
__global__ void dot_on_device(const T* a, const T* b, std::int64_t n, T* partial, unsigned* ticket,
                              ch06::Scalars<T>* scalars, Finish finish) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += a[i] * b[i];
  sum = ch06::block_sum(sum, warp_sums);
  // [change]
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) finish(*scalars, sum);
  // [change]
}
// [dot]

// p = r + beta p: the new direction.
template <typename T>
__global__ void turn(const ch06::Scalars<T>* scalars, const T* r, T* p, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) p[i] = r[i] + scalars->beta * p[i];
}

namespace ch06 {

/// x = 0, r = p = b, and the first r . r.
template <typename T>
void start_on_device(SolverState<T>& s, std::int64_t n, int block, cudaStream_t stream = nullptr) {
  s.start(stream);
  dot_on_device<<<filling_blocks(dot_on_device<T, StartScalars>, block, n), block, 0, stream>>>(
      s.r.data(), s.r.data(), n, s.partial.data(), s.ticket.data(), s.scalars.data(), StartScalars{});
  CUDA_CHECK_LAUNCH();
}

}  // namespace ch06
