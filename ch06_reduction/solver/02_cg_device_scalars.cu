// cg_device_scalars: must the host know alpha and beta?
// Step     scalars on the device
// Before   cg_host_scalars waits for the device twice per iteration, only to divide two numbers and to pass the
//          quotient on.
// Change   The quotients stay on the device. The last block of a dot product divides, too, and leaves alpha or beta
//          in memory, where the next kernel reads it. So the host launches all iterations without waiting, and waits
//          once, at the end. The vectors and the bytes are as before.
//
//          The host no longer knows how far the iteration is. A solver that must stop at a tolerance copies r . r
//          from time to time, for example every 50 iterations. If r is 0 early, alpha and beta become 0, not 0/0, and
//          x stays.
//
// Expect   On a small grid the two waits go, and six launches of 2 to 3 us each are left. On a large one, two waits
//          of some 10 us each beside 400 us of work.
//          - It is 1 to 1.1 times as fast as cg_host_scalars (before measuring).
//          - At 128 x 128, 100 iterations, it is at least 1.7 times as fast as cg_host_scalars (before measuring).
// Run      ./tutorial run cg_device_scalars -- --rows 128 --cols 128
// See      ./tutorial explain cg_device_scalars
// Source   ours

#include "solver/cg_device_scalars.cuh"
#include "solver/csr_bytes.hpp"
#include "sparse/further/spmv_in_flight.cuh"
#include "sparse/matrices.hpp"

// [kernel]
// y = y + alpha x, or y - alpha x
template <int sign, typename T>
__global__ void axpy_on_device(const ch06::Scalars<T>* scalars, const T* x, T* y, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] += sign * scalars->alpha * x[i];
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::SolverOptions& options) {
  const ch06::PoissonSystem<T> system(options, program.seed());
  const ch06::Csr<T> a = ch06::poisson<T>(options.rows, options.cols);
  const ch06::DeviceCsr<T> d_a(a);
  const std::int64_t n = system.count();
  const int block = program.block();
  ch06::SolverState<T> s(system, block);
  const unsigned grid = tutorial::blocks_for(n, block);
  const unsigned dot_grid = ch06::filling_blocks(dot_on_device<T, ch06::SetAlpha>, block, n);

  // [steps]
  const auto solve = [&] {
    ch06::start_on_device(s, n, block);
    for (std::int64_t k = 0; k < system.iterations; ++k) {
      spmv_in_flight<1, 5><<<grid, block>>>(a.rows, d_a.row_start.data(), d_a.col.data(), d_a.value.data(),
                                            s.p.data(), s.q.data());
      CUDA_CHECK_LAUNCH();
      dot_on_device<<<dot_grid, block>>>(s.p.data(), s.q.data(), n, s.partial.data(), s.ticket.data(),
                                         s.scalars.data(), ch06::SetAlpha{});
      CUDA_CHECK_LAUNCH();
      axpy_on_device<1><<<grid, block>>>(s.scalars.data(), s.p.data(), s.x.data(), n);
      CUDA_CHECK_LAUNCH();
      axpy_on_device<-1><<<grid, block>>>(s.scalars.data(), s.q.data(), s.r.data(), n);
      CUDA_CHECK_LAUNCH();
      dot_on_device<<<dot_grid, block>>>(s.r.data(), s.r.data(), n, s.partial.data(), s.ticket.data(),
                                         s.scalars.data(), ch06::SetBeta{});
      CUDA_CHECK_LAUNCH();
      turn<<<grid, block>>>(s.scalars.data(), s.r.data(), s.p.data(), n);
      CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaStreamSynchronize(nullptr));
  };
  // [steps]

  s.poison();
  program.measure_end_to_end(system.row("CSR, scalars on the device, " + std::to_string(block) + " threads",
                                        ch06::csr_bytes_per_row(a) + 14 * sizeof(T)),
                             solve, [&] { return system.check(s.x.to_host(), s.r.to_host()); });
  system.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SolverOptions options;
  ch06::add_solver_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
