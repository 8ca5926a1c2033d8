// cg_fused: which of the six kernels can be one?
// Step     three kernels
// Before   cg_device_scalars has a kernel for each line of the textbook. A vector that two lines need is read by
//          both: p . q reads the q that the product has just written, and r . r the r that the line before has
//          written.
// Change   Lines that need no sum of all threads between them become one kernel. The product also adds up p . q, as it
//          has both at hand. One kernel updates x and r, and adds up r . r. Only alpha and beta need all threads, so
//          there must be a kernel boundary at each of them:
//
//              multiply_and_dot   q = A p, p . q             then alpha
//              descend            x += alpha p, r -= alpha q, r . r      then beta
//              turn               p = r + beta p
//
//          The vectors are read or written 11 times instead of 14: 88 bytes per unknown instead of 100, in float.
//
// Expect   100 / 88 = 1.14 on a large grid. On a small one, half of the launches.
//          - It is 1.08 to 1.2 times as fast as cg_device_scalars (before measuring).
//          - At 128 x 128, 100 iterations, it is 1.5 to 2.2 times as fast as cg_device_scalars (before measuring).
//            Missed: Half of the launches save less than half of the time: the kernels of an iteration alone take 18.9 and 12.0 us
//            (ncu), since the two sums over the grid remain, 1.57 times.
// Run      ./tutorial run cg_fused
// See      ./tutorial explain cg_fused
// Source   ours

#include "solver/cg_fused.cuh"

#include "solver/cg_device_scalars.cuh"
#include "solver/csr_bytes.hpp"
#include "sparse/matrices.hpp"

template <typename T>
void run(tutorial::Program& program, const ch06::SolverOptions& options) {
  const ch06::PoissonSystem<T> system(options, program.seed());
  const ch06::Csr<T> a = ch06::poisson<T>(options.rows, options.cols);
  const ch06::DeviceCsr<T> d_a(a);
  const std::int64_t n = system.count();
  const int block = program.block();
  ch06::SolverState<T> s(system, block);
  const unsigned grid = tutorial::blocks_for(n, block);
  const unsigned multiply_grid = ch06::filling_blocks(multiply_and_dot<T>, block, n);
  const unsigned descend_grid = ch06::filling_blocks(descend<T>, block, n);

  // [steps]
  const auto solve = [&] {
    ch06::start_on_device(s, n, block);
    for (std::int64_t k = 0; k < system.iterations; ++k) {
      multiply_and_dot<<<multiply_grid, block>>>(n, d_a.row_start.data(), d_a.col.data(), d_a.value.data(),
                                                 s.p.data(), s.q.data(), s.partial.data(), s.ticket.data(),
                                                 s.scalars.data());
      CUDA_CHECK_LAUNCH();
      descend<<<descend_grid, block>>>(n, s.p.data(), s.q.data(), s.x.data(), s.r.data(), s.partial.data(),
                                       s.ticket.data(), s.scalars.data());
      CUDA_CHECK_LAUNCH();
      turn<<<grid, block>>>(s.scalars.data(), s.r.data(), s.p.data(), n);
      CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaStreamSynchronize(nullptr));
  };
  // [steps]

  s.poison();
  program.measure_end_to_end(system.row("CSR, three kernels, " + std::to_string(block) + " threads",
                                        ch06::csr_bytes_per_row(a) + 11 * sizeof(T)),
                             solve, [&] { return system.check(s.x.to_host(), s.r.to_host()); });
  system.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SolverOptions options;
  ch06::add_solver_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
