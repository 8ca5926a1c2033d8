// cg_stencil: what is the matrix for, if a formula gives its entries?
// Step     no matrix
// Before   cg_graph reads 44 bytes of matrix per unknown and iteration, half of all its bytes: five times the column
//          of a neighbor and a value, which are always the same.
// Change   The kernel knows the five points of the stencil: 4 at the cell itself, -1 at each neighbor. Nothing is
//          read but p (matrix-free). Everything else is as before.
//
//              CSR       row_start, 5 columns, 5 values, p    writes q      52 bytes per unknown, in float
//              stencil   p                                    writes q       8
//
// Expect   The three kernels move 44 bytes instead of 88. Threads of a warp read neighboring cells of three rows of
//          the grid; the rows above and below are in L2.
//          - It is 1.7 to 2.05 times as fast as cg_graph (before measuring).
//            Missed: For the reason of the next miss: memory is not its only limit.
//          - It reaches 80 to 100% of the ceiling (before measuring).
//            Missed: stencil_and_dot keeps memory busy in 39% of the cycles, descend in 80% and turn in 66% (ncu); with the
//            matrix, multiply_and_dot does in 86%. It has 62% of an SM's warps, with 46 registers per thread.
//          - At 128 x 128, 100 iterations, it is 1 to 1.4 times as fast as cg_graph (before measuring).
// Run      ./tutorial run cg_stencil
// See      ./tutorial explain cg_stencil
// Source   ours

#include "solver/cg_fused.cuh"
#include "solver/cg_graph.cuh"
#include "solver/five_points.cuh"

// q = A p, and alpha, from p . q. blockDim.x is a multiple of 32. *ticket is 0 before, and after.
// [kernel]
template <typename T>
__global__ void stencil_and_dot(std::int32_t rows, std::int32_t cols, const T* p, T* q, T* partial,
                                unsigned* ticket, ch06::Scalars<T>* scalars) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t n = std::int64_t{rows} * cols;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const T p_i = p[i];
    // [change]
    const T q_i = ch06::five_points(rows, cols, i, p_i, [&](std::int64_t cell) { return p[cell]; });
    // [change]
    q[i] = q_i;
    sum += p_i * q_i;
  }
  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0)
    ch06::SetAlpha{}(*scalars, sum);
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::SolverOptions& options) {
  const ch06::PoissonSystem<T> system(options, program.seed());
  const std::int64_t n = system.count();
  const int block = program.block();
  ch06::SolverState<T> s(system, block);
  const unsigned grid = tutorial::blocks_for(n, block);
  const unsigned stencil_grid = ch06::filling_blocks(stencil_and_dot<T>, block, n);
  const unsigned descend_grid = ch06::filling_blocks(descend<T>, block, n);

  const auto iterate = [&](std::int64_t, cudaStream_t stream) {
    stencil_and_dot<<<stencil_grid, block, 0, stream>>>(system.rows, system.cols, s.p.data(), s.q.data(),
                                                        s.partial.data(), s.ticket.data(), s.scalars.data());
    CUDA_CHECK_LAUNCH();
    descend<<<descend_grid, block, 0, stream>>>(n, s.p.data(), s.q.data(), s.x.data(), s.r.data(),
                                                s.partial.data(), s.ticket.data(), s.scalars.data());
    CUDA_CHECK_LAUNCH();
    turn<<<grid, block, 0, stream>>>(s.scalars.data(), s.r.data(), s.p.data(), n);
    CUDA_CHECK_LAUNCH();
  };
  ch06::measure_graph(
      program, system, s,
      system.row("stencil, three kernels, " + std::to_string(block) + " threads", 11 * sizeof(T)),
      system.iterations, iterate);
  system.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SolverOptions options;
  ch06::add_solver_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
