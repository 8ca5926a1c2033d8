#pragma once

#include <cstdint>

#include "reduce.cuh"
#include "solver/poisson_system.hpp"

namespace ch06 {

/// a / b, and 0 where b is 0: once x is the solution, r and p are 0, and a step of 0 keeps everything as it is.
template <typename T>
__host__ __device__ T quotient(T a, T b) {
  return b > 0 ? a / b : T{0};
}

/// On the device, so that one kernel finds what the one before has left.
template <typename T>
struct Scalars {
  T rr;     ///< r . r
  T alpha;  ///< how far x goes along p
  T beta;   ///< how much of the old p is in the new one
};

/// The vectors of conjugate gradients on the device, and what its dot products need.
template <typename T>
struct SolverState {
  /// @param block  threads per block of the kernels that add up a sum; their grids are all resident
  SolverState(const PoissonSystem<T>& system, int block)
      : b(system.b),
        x(system.b.size()),
        r(system.b.size()),
        p(system.b.size()),
        q(system.b.size()),
        partial(static_cast<std::size_t>(tutorial::multiprocessors() *
                                         tutorial::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) /
                                         block)),
        ticket(std::vector<unsigned>{0}),
        scalars(1) {}

  /// x = 0, r = p = b, in a stream.
  void start(cudaStream_t stream) {
    if (x.bytes() == 0) return;
    CUDA_CHECK(cudaMemsetAsync(x.data(), 0, x.bytes(), stream));
    CUDA_CHECK(cudaMemcpyAsync(r.data(), b.data(), b.bytes(), cudaMemcpyDeviceToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(p.data(), b.data(), b.bytes(), cudaMemcpyDeviceToDevice, stream));
  }

  /// Waits for the fills, since the stream of a graph would not.
  void poison() {
    x.poison();
    r.poison();
    p.poison();
    q.poison();
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  tutorial::DeviceBuffer<T> b;
  tutorial::DeviceBuffer<T> x;
  tutorial::DeviceBuffer<T> r;
  tutorial::DeviceBuffer<T> p;  ///< the direction of a step
  tutorial::DeviceBuffer<T> q;  ///< A p
  tutorial::DeviceBuffer<T> partial;
  tutorial::DeviceBuffer<unsigned> ticket;
  tutorial::DeviceBuffer<Scalars<T>> scalars;
};

}  // namespace ch06
