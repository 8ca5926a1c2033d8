// overlap_streams: can the bus carry elements in both directions while the kernel runs?
// Step     chunks in streams
// Before   overlap_pinned uses one direction of the bus at a time: in, then the kernel, then out.
// Change   The elements are cut into chunks. Copies and kernels of one chunk are in one stream, which keeps their order; other
//          streams need not wait for them. A GPU has at least one copy engine per direction:
//
//              stream 0   in 0 | kernel 0 | out 0           in 3 | ..
//              stream 1          in 1     | kernel 1 | out 1        in 4 ..
//              stream 2                     in 2     | kernel 2 | out 2 ..
//
//          cudaMemcpyAsync returns at once, but only with pinned memory.
//
// Expect   Both directions at a time: the time of one of them, 7 to 8 ms, and that of the first chunk in and the last one out, 2 x 0.5 ms with 16 chunks.
//          Both directions together also meet at the host's memory, so perhaps 90% of twice the speed.
//          - At 100 M, end to end, it is 1.5 to 1.95 times as fast as overlap_pinned (before measuring).
// Run      ./tutorial run overlap_streams
// See      ./tutorial explain overlap_streams
// Source   the idea: CUDA C++ Best Practices Guide, asynchronous and overlapping transfers

#include "mapped_memory.hpp"
#include "overlap/overlap.hpp"
#include "overlap/overlap_pageable.cuh"

constexpr int stream_count = 3;

class Streams {
 public:
  Streams() {
    for (cudaStream_t& stream : streams_) CUDA_CHECK(cudaStreamCreate(&stream));
  }
  ~Streams() {
    for (cudaStream_t stream : streams_) static_cast<void>(cudaStreamDestroy(stream));
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  cudaStream_t of_chunk(std::int64_t chunk) const { return streams_[chunk % stream_count]; }
  void wait() const {
    for (cudaStream_t stream : streams_) CUDA_CHECK(cudaStreamSynchronize(stream));
  }

 private:
  cudaStream_t streams_[stream_count] = {};
};

// [copies]
// Chunks of `chunk` elements, each in its stream.
void copy_compute_copy(const float* in, float* out, float* d_in, float* d_out, std::int64_t n,
                       std::int64_t chunk, const Streams& streams) {
  for (std::int64_t first = 0; first < n; first += chunk) {
    const std::int64_t count = std::min(chunk, n - first);
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    const unsigned grid = tutorial::blocks_for(count, overlap::block_size);
    cudaStream_t stream = streams.of_chunk(first / chunk);
    CUDA_CHECK(cudaMemcpyAsync(d_in + first, in + first, bytes, cudaMemcpyHostToDevice, stream));
    overlap::halve_and_add<<<grid, overlap::block_size, 0, stream>>>(d_in + first, d_out + first, count);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpyAsync(out + first, d_out + first, bytes, cudaMemcpyDeviceToHost, stream));
  }
  streams.wait();
}
// [copies]

void run(tutorial::Program& program, const overlap::Options& options) {
  const overlap::Input in(options, program.seed());
  const auto n = static_cast<std::size_t>(in.n);
  ch06::MappedMemory<float> values(n), results(n);  // cudaHostAlloc
  in.make_values(values.host());
  in.poison(results.host());
  tutorial::DeviceBuffer<float> d_in(n), d_out(n);
  const Streams streams;
  tutorial::Program::require(options.chunks > 0, "--chunks must be at least 1");
  const std::int64_t chunk = (in.n + options.chunks - 1) / options.chunks;

  program.measure_end_to_end(
      in.row(std::to_string(options.chunks) + " chunks in three streams"),
      [&] {
        copy_compute_copy(values.host(), results.host(), d_in.data(), d_out.data(), in.n, chunk, streams);
      },
      [&] { return in.check(results.host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  overlap::Options options;
  overlap::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
