// cg_graph: what does it cost to launch the same three kernels again and again?
// Step     one graph
// Before   cg_fused launches three kernels per iteration. Their grids and arguments are the same in every iteration,
//          since the scalars are in memory; the host still prepares each launch.
// Change   The kernels of an iteration are captured once, into a graph, and the graph is launched. Two variants: a
//          graph of one iteration, launched for each, and a graph of all iterations, launched once. The bytes are as
//          before. A solver with a tolerance would capture some 50 iterations, and copy r . r after each launch of
//          the graph.
//
// Expect   A graph saves the host's part of each launch; and between the kernels of a graph the device waits for
//          about a microsecond. On a large grid, a tie: the host is ahead of the device, and its part is hidden. On a
//          small one, the fewer launches the better.
//          - It is as fast as cg_fused (before measuring).
//          - At 128 x 128, 100 iterations, "all iterations in one graph, 256 threads" is 1.1 to 2 times as fast as
//            cg_fused (before measuring).
//          - At 128 x 128, 100 iterations, "all iterations in one graph, 256 threads" is faster than "one iteration
//            per graph, 256 threads" (before measuring).
//          - It is faster than "cuSPARSE and cuBLAS, in one graph" (before measuring).
// Run      ./tutorial run cg_graph -- --rows 128 --cols 128
// See      ./tutorial explain cg_graph
// Source   ours; graphs: CUDA C++ Programming Guide, CUDA graphs

#include "solver/cg_fused.cuh"
#include "solver/cg_graph.cuh"
#include "solver/csr_bytes.hpp"
#include "solver/library_rows.hpp"
#include "sparse/matrices.hpp"

template <typename T>
void run(tutorial::Program& program, const ch06::SolverOptions& options) {
  const ch06::PoissonSystem<T> system(options, program.seed());
  const ch06::Csr<T> a = ch06::poisson<T>(options.rows, options.cols);
  ch06::DeviceCsr<T> d_a(a);
  const std::int64_t n = system.count();
  const int block = program.block();
  ch06::SolverState<T> s(system, block);
  const unsigned grid = tutorial::blocks_for(n, block);
  const unsigned multiply_grid = ch06::filling_blocks(multiply_and_dot<T>, block, n);
  const unsigned descend_grid = ch06::filling_blocks(descend<T>, block, n);

  const auto iterate = [&](std::int64_t, cudaStream_t stream) {
    multiply_and_dot<<<multiply_grid, block, 0, stream>>>(
        n, d_a.row_start.data(), d_a.col.data(), d_a.value.data(), s.p.data(), s.q.data(), s.partial.data(),
        s.ticket.data(), s.scalars.data());
    CUDA_CHECK_LAUNCH();
    descend<<<descend_grid, block, 0, stream>>>(n, s.p.data(), s.q.data(), s.x.data(), s.r.data(),
                                                s.partial.data(), s.ticket.data(), s.scalars.data());
    CUDA_CHECK_LAUNCH();
    turn<<<grid, block, 0, stream>>>(s.scalars.data(), s.r.data(), s.p.data(), n);
    CUDA_CHECK_LAUNCH();
  };
  const double bytes = ch06::csr_bytes_per_row(a) + 11 * sizeof(T);
  const std::string threads = ", " + std::to_string(block) + " threads";
  ch06::measure_graph(program, system, s, system.row("one iteration per graph" + threads, bytes), 1, iterate);
  ch06::measure_graph(program, system, s, system.row("all iterations in one graph" + threads, bytes),
                      system.iterations, iterate);
  ch06::measure_library_graph(program, system, a, d_a, s, bytes);
  system.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SolverOptions options;
  ch06::add_solver_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
