// overlap_pinned: what does it gain if the copy engine can access the host's memory itself?
// Step     pinned memory
// Before   overlap_pageable copies everything twice, once by a thread of the CPU.
// Change   The host's memory comes from cudaHostAlloc: it is pinned, which means that the operating system never moves it. The copy engine
//          reads and writes it without help.
//
//              pinned memory --copy engine--> device
//
// Expect   The bus remains: 50 to 57 of its nominal 64 GB/s, so 400 MB take 7 to 8 ms per direction. Allocating
//          pinned memory is slow, and too much of it leaves the other programs too little; it pays if it is kept.
//          - At 100 M, end to end, it is at least 2 times as fast as overlap_pageable (before measuring).
//          - At 100 M, end to end, it takes 13000 to 20000 us (before measuring).
// Run      ./tutorial run overlap_pinned
// See      ./tutorial explain overlap_pinned
// Source   ours

#include "mapped_memory.hpp"
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
  // [change]
  ch06::MappedMemory<float> values(n), results(n);  // cudaHostAlloc
  // [change]
  in.make_values(values.host());
  in.poison(results.host());
  tutorial::DeviceBuffer<float> d_in(n), d_out(n);

  program.measure_end_to_end(
      in.row("pinned memory"),
      [&] { copy_compute_copy(values.host(), results.host(), d_in.data(), d_out.data(), in.n); },
      [&] { return in.check(results.host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  overlap::Options options;
  overlap::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
