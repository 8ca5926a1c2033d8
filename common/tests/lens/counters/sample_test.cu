// The requests that pictures are drawn from: addresses from the start of their allocation, the most wasteful first.
#include "tests/lens/counters/counted_runs.hpp"

namespace {

using cudasim::lens::KernelResults;
using cudasim::lens::Sample;

constexpr int offset = 64;

__global__ void sample_of_strides(float* data) {
  for (int stride = 1; stride <= 16; stride *= 4)
    if (threadIdx.x != 5) data[offset + threadIdx.x * stride] = 1;
}

__global__ void sample_of_columns(int* out) {
  __shared__ int tile[32][32];
  for (int i = 0; i < 32; ++i) tile[i][threadIdx.x] = i;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][3];
  __syncthreads();
  __syncthreads();
}

__global__ void sample_of_vectors(double2* out) {
  __shared__ double2 row[32];
  row[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[31 - threadIdx.x];
}

Sample sample_of(const char* kernel, Space space, Op op) {
  Sample sample;
  for (const LineResults& line : results_of(kernel).lines)
    if (line.space == space && line.op == op) sample.add(line.sample);
  return sample;
}

}  // namespace

TEST_CASE("a sample is the request that wastes most, its addresses counted from their allocation") {
  const Device<float> data;
  sample_of_strides<<<2, 32>>>(data);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const Sample sample = sample_of("sample_of_strides", Space::global, Op::store);
  CHECK(sample.bytes == 4);
  CHECK(sample.lanes == (0xffffffffu & ~(1u << 5)));
  CHECK(sample.address[0] == offset * 4);
  CHECK(sample.address[31] == (offset + 31 * 16) * 4);
  CHECK(sample.together.count == 0);
}

TEST_CASE("addresses in shared memory are those of the block, whichever worker ran it") {
  const Device<int> out;
  sample_of_columns<<<64, 32>>>(out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const Sample sample = sample_of("sample_of_columns", Space::shared, Op::load);
  CHECK(sample.address[1] - sample.address[0] == 128);
  CHECK(sample.address[0] < 1024);
  REQUIRE(sample.together.count == 1);
  CHECK(sample.together.lanes[0] == 0xffffffff);
}

TEST_CASE("wide accesses to shared memory go by groups of lanes") {
  const Device<double2> out;
  sample_of_vectors<<<1, 32>>>(out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const Sample sample = sample_of("sample_of_vectors", Space::shared, Op::load);
  CHECK(sample.bytes == 16);
  REQUIRE(sample.together.count == 4);
  CHECK(sample.together.lanes[3] == 0xff000000);
}

TEST_CASE("barriers are counted at their lines") {
  cudasim::lens::clear_results();
  const Device<int> out;
  sample_of_columns<<<5, 32>>>(out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const KernelResults kernel = results_of("sample_of_columns");
  CHECK(kernel.barriers == 15);
  REQUIRE(kernel.barriers_by_line.size() == 3);
  for (const auto& count : kernel.barriers_by_line) CHECK(count.times == 5);
  CHECK(kernel.barriers_by_line[2].site.line == kernel.barriers_by_line[1].site.line + 1);
}
