// overlap_pageable: how fast do elements get to the device, through a kernel and back?
// Step     ordinary memory
// Problem  Elements are on the host. Copy them to the device, compute one result per element, and copy the results back.
// Way      A std::vector and cudaMemcpy. The GPU's copy engine can only access memory that stays in place (pinned memory), so the
//          driver copies each part of the vector to a pinned buffer of its own first, by the CPU:
//
//              std::vector --CPU--> pinned buffer --copy engine--> device       (and back the same way)
//
// Expect   The kernel takes 0.2 ms; the bus, PCIe 5 with 16 lanes, has a nominal 64 GB/s per direction. The CPU's copy is slower:
//          one thread copies some 10 to 20 GB/s.
//          - At 100 M, end to end, it takes 30000 to 150000 us (before measuring).
// Run      ./tutorial run overlap_pageable
// See      ./tutorial explain overlap_pageable
// Source   ours

#include "overlap/overlap.hpp"
#include "overlap/overlap_pageable.cuh"

// [copies]
void copy_compute_copy(const float* in, float* out, float* d_in, float* d_out, std::int64_t n) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  CUDA_CHECK(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));
  overlap::halve_and_add<<<tutorial::blocks_for(n, overlap::block_size), overlap::block_size>>>(d_in, d_out,
                                                                                                n);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
}
// [copies]

void run(tutorial::Program& program, const overlap::Options& options) {
  const overlap::Input in(options, program.seed());
  const auto n = static_cast<std::size_t>(in.n);
  std::vector<float> values(n), results(n);
  in.make_values(values.data());
  in.poison(results.data());
  tutorial::DeviceBuffer<float> d_in(n), d_out(n);

  program.measure_end_to_end(
      in.row("std::vector"),
      [&] { copy_compute_copy(values.data(), results.data(), d_in.data(), d_out.data(), in.n); },
      [&] { return in.check(results.data()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  overlap::Options options;
  overlap::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
