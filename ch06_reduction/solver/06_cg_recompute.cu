// cg_recompute: is it cheaper to store A p, or to compute it twice?
// Step     computed twice
// Before   cg_stencil writes q = A p in one kernel and reads it in the next one, and a third kernel reads r and p to
//          write the new p. A stencil costs five additions; an element that is written and read again costs 8 bytes.
// Change   Neither q nor a kernel for p. The first kernel needs the new p at a cell and at its four neighbors, and
//          computes each of them from r and the old p, which the caches hold for the neighbors, too. It writes the
//          new p, and adds up p . (A p). The second kernel computes A p again, from the new p.
//
//              first    reads r, old p          writes new p       adds p . (A p)     then alpha
//              second   reads new p, x, r       writes x, r        adds r . r         then beta
//
//          The old p must stay as it is until all cells have read it, so there are two buffers for p, and iterations
//          alternate between them. That is why the graph has all iterations. 3 + 5 elements per unknown instead of
//          11: 32 bytes in float.
//
// Expect   44 / 32 = 1.38 on a large grid; one launch less of three on a small one. The operations, about 40 per
//          unknown, are still few: an H200 could do 400 in the time of 32 bytes.
//          - It is 1.2 to 1.4 times as fast as cg_stencil (before measuring).
//          - It reaches 75 to 100% of the ceiling (before measuring).
//            Missed: Neighbors' rows come from L2, which moves two to three times the bytes of memory. It is busy in 77 and 86%
//            of the cycles of the two kernels, and memory in 43 and 67% (ncu).
//          - At 128 x 128, 100 iterations, it is 1.2 to 1.6 times as fast as cg_stencil (before measuring).
//            Missed: One launch of three is saved, which is less than we had expected.
// Run      ./tutorial run cg_recompute
// See      ./tutorial explain cg_recompute
// Source   ours

#include "solver/cg_graph.cuh"
#include "solver/five_points.cuh"

// new_p = r + beta old_p, and alpha, from p . (A p). blockDim.x is a multiple of 32. *ticket is 0 before, and after.
// [kernels]
template <typename T>
__global__ void turn_and_dot(std::int32_t rows, std::int32_t cols, const T* r, const T* old_p, T* new_p,
                             T* partial, unsigned* ticket, ch06::Scalars<T>* scalars) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t n = std::int64_t{rows} * cols;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const T beta = scalars->beta;
  const auto p = [&](std::int64_t cell) { return r[cell] + beta * old_p[cell]; };
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const T p_i = p(i);
    sum += p_i * ch06::five_points(rows, cols, i, p_i, p);
    new_p[i] = p_i;
  }
  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0)
    ch06::SetAlpha{}(*scalars, sum);
}

// x += alpha p, r -= alpha A p, and beta, from the new r . r.
template <typename T>
__global__ void multiply_and_descend(std::int32_t rows, std::int32_t cols, const T* p, T* x, T* r, T* partial,
                                     unsigned* ticket, ch06::Scalars<T>* scalars) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t n = std::int64_t{rows} * cols;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const T alpha = scalars->alpha;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    // All loads come before the stores, which they might otherwise have to wait for.
    const T p_i = p[i];
    const T q_i = ch06::five_points(rows, cols, i, p_i, [&](std::int64_t cell) { return p[cell]; });
    const T x_i = x[i] + alpha * p_i;
    const T r_i = r[i] - alpha * q_i;
    x[i] = x_i;
    r[i] = r_i;
    sum += r_i * r_i;
  }
  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0)
    ch06::SetBeta{}(*scalars, sum);
}
// [kernels]

template <typename T>
void run(tutorial::Program& program, const ch06::SolverOptions& options) {
  const ch06::PoissonSystem<T> system(options, program.seed());
  const std::int64_t n = system.count();
  const int block = program.block();
  ch06::SolverState<T> s(system, block);
  const unsigned turn_grid = ch06::filling_blocks(turn_and_dot<T>, block, n);
  const unsigned descend_grid = ch06::filling_blocks(multiply_and_descend<T>, block, n);

  // [steps]
  const auto iterate = [&](std::int64_t k, cudaStream_t stream) {
    tutorial::DeviceBuffer<T>& old_p = k % 2 == 0 ? s.p : s.q;
    tutorial::DeviceBuffer<T>& new_p = k % 2 == 0 ? s.q : s.p;
    turn_and_dot<<<turn_grid, block, 0, stream>>>(system.rows, system.cols, s.r.data(), old_p.data(),
                                                  new_p.data(), s.partial.data(), s.ticket.data(),
                                                  s.scalars.data());
    CUDA_CHECK_LAUNCH();
    multiply_and_descend<<<descend_grid, block, 0, stream>>>(system.rows, system.cols, new_p.data(),
                                                             s.x.data(), s.r.data(), s.partial.data(),
                                                             s.ticket.data(), s.scalars.data());
    CUDA_CHECK_LAUNCH();
  };
  // [steps]
  ch06::measure_graph(
      program, system, s,
      system.row("stencil, two kernels, " + std::to_string(block) + " threads", 8 * sizeof(T)),
      system.iterations, iterate);
  system.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SolverOptions options;
  ch06::add_solver_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
