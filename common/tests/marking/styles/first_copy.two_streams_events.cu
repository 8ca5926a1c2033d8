// The values go there in two halves, each on its own stream, with events; one launch behind both; they come back in two halves.
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "exercise.hpp"

__global__ void halve_kernel(const double* in, double* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] / 2;
}

namespace {
void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorName(error));
}
struct Stream {
  cudaStream_t stream{};
  cudaEvent_t done{};
  Stream() {
    must(cudaStreamCreate(&stream), "stream");
    must(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), "event");
  }
  Stream(const Stream&) = delete;
  ~Stream() {
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
  }
};
}  // namespace

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  std::array<Stream, 2> streams;
  double* both = nullptr;
  must(cudaMallocAsync(&both, 2 * sizeof(double) * count, streams[0].stream), "memory");
  must(cudaStreamSynchronize(streams[0].stream), "memory");
  const int middle = count / 2, begin[] = {0, middle, count};
  for (int h : {0, 1}) {
    const std::size_t bytes = (begin[h + 1] - begin[h]) * sizeof(double);
    must(cudaMemcpyAsync(both + begin[h], in + begin[h], bytes, cudaMemcpyDefault, streams[h].stream),
         "there");
    must(cudaEventRecord(streams[h].done, streams[h].stream), "record");
  }
  must(cudaStreamWaitEvent(streams[0].stream, streams[1].done, 0), "wait");
  halve_kernel<<<(count + 255) / 256, 256, 0, streams[0].stream>>>(both, both + count, count);
  must(cudaEventRecord(streams[0].done, streams[0].stream), "record");
  must(cudaStreamWaitEvent(streams[1].stream, streams[0].done, 0), "wait");
  for (int h : {0, 1})
    must(cudaMemcpyAsync(out + begin[h], both + count + begin[h], (begin[h + 1] - begin[h]) * sizeof(double),
                         cudaMemcpyDefault, streams[h].stream),
         "back");
  for (auto& each : streams) must(cudaStreamSynchronize(each.stream), "synchronize");
  must(cudaFreeAsync(both, streams[0].stream), "free");
  must(cudaStreamSynchronize(streams[0].stream), "free");
}
