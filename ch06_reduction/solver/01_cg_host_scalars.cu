// cg_host_scalars: what does a solver cost that is a loop of products, dot products and vector additions?
// Step     scalars on the host
// Before   spmv_choice multiplies by a sparse matrix at nearly the rate of memory. A matrix is seldom multiplied
//          once: to solve A x = b, conjugate gradients (CG) multiply in every iteration.
// Change   The textbook, one kernel for each of its lines. x is the approximation, r = b - A x its residual, and p
//          the direction of the next step:
//
//              q = A p                           the product
//              alpha = (r . r) / (p . q)         a dot product, and a division on the host
//              x = x + alpha p
//              r = r - alpha q
//              beta = (new r . r) / (r . r)      a dot product, and a division on the host
//              p = r + beta p
//
//          Both dot products end on the host: it copies the sum, which waits for the kernel, divides, and passes
//          alpha or beta to the next launch as an argument.
//
//          The matrix has 5 entries in a row, 44 bytes of CSR in float. All vectors are too long for the caches: the
//          product reads p and writes q, and the other lines read and write 12 elements. In all 44 + 14 * 4 = 100
//          bytes per unknown and iteration, for 20 operations: memory-bound if the grid is large. On a small grid the
//          two waits of the host dominate.
//
// Expect   Six launches and two waits per iteration. A wait takes some 10 us, and after it the device is idle until
//          the next launch. On a grid of 128 x 128 all the rest is below 20 us. On 4096 x 4096 an iteration must move
//          1.7 GB, which takes 400 us or more.
//          - It reaches 75 to 100% of the ceiling (before measuring).
//          - It is faster than "cuSPARSE and cuBLAS, scalars on the host" (before measuring).
//          - At 128 x 128, 100 iterations, it takes 2500 to 6000 us (before measuring).
// Run      ./tutorial run cg_host_scalars
// See      ./tutorial explain cg_host_scalars
// Source   Hestenes and Stiefel, 1952; [Farber] ch. 6 (the Poisson matrix)

#include "solver/csr_bytes.hpp"
#include "solver/library_rows.hpp"
#include "sparse/further/spmv_in_flight.cuh"
#include "sparse/matrices.hpp"

// a . b. blockDim.x is a multiple of 32. partial: one element per block. *ticket is 0 before, and after.
// [kernels]
template <typename T>
__global__ void dot(const T* a, const T* b, std::int64_t n, T* partial, unsigned* ticket, T* result) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += a[i] * b[i];
  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
}

// y = y + factor * x
template <typename T>
__global__ void axpy(T factor, const T* x, T* y, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] += factor * x[i];
}

// y = x + factor * y
template <typename T>
__global__ void xpay(T factor, const T* x, T* y, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + factor * y[i];
}
// [kernels]

template <typename T>
void run(tutorial::Program& program, const ch06::SolverOptions& options) {
  const ch06::PoissonSystem<T> system(options, program.seed());
  const ch06::Csr<T> a = ch06::poisson<T>(options.rows, options.cols);
  ch06::DeviceCsr<T> d_a(a);
  const std::int64_t n = system.count();
  const int block = program.block();
  ch06::SolverState<T> s(system, block);
  tutorial::DeviceBuffer<T> d_result(1);
  const unsigned grid = tutorial::blocks_for(n, block);
  const unsigned dot_grid = ch06::filling_blocks(dot<T>, block, n);

  // [steps]
  const auto dot_on_host = [&](const T* left, const T* right) {
    dot<<<dot_grid, block>>>(left, right, n, s.partial.data(), s.ticket.data(), d_result.data());
    CUDA_CHECK_LAUNCH();
    T result;
    CUDA_CHECK(cudaMemcpy(&result, d_result.data(), sizeof result, cudaMemcpyDeviceToHost));  // waits
    return result;
  };
  const auto solve = [&] {
    s.start(nullptr);
    T rr = dot_on_host(s.r.data(), s.r.data());
    for (std::int64_t k = 0; k < system.iterations; ++k) {
      spmv_in_flight<1, 5><<<grid, block>>>(a.rows, d_a.row_start.data(), d_a.col.data(), d_a.value.data(),
                                            s.p.data(), s.q.data());
      CUDA_CHECK_LAUNCH();
      const T alpha = ch06::quotient(rr, dot_on_host(s.p.data(), s.q.data()));
      axpy<<<grid, block>>>(alpha, s.p.data(), s.x.data(), n);
      CUDA_CHECK_LAUNCH();
      axpy<<<grid, block>>>(-alpha, s.q.data(), s.r.data(), n);
      CUDA_CHECK_LAUNCH();
      const T next = dot_on_host(s.r.data(), s.r.data());
      const T beta = ch06::quotient(next, rr);
      rr = next;
      xpay<<<grid, block>>>(beta, s.r.data(), s.p.data(), n);
      CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaStreamSynchronize(nullptr));
  };
  // [steps]

  const double bytes = ch06::csr_bytes_per_row(a) + 14 * sizeof(T);
  s.poison();
  program.measure_end_to_end(
      system.row("CSR, scalars on the host, " + std::to_string(block) + " threads", bytes), solve,
      [&] { return system.check(s.x.to_host(), s.r.to_host()); });
  ch06::measure_library_host(program, system, a, d_a, s, bytes);
  system.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SolverOptions options;
  ch06::add_solver_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
