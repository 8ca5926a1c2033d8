// Records are laid out by hand, an int and then a double at byte 4: the double is not on a multiple of 8.
// expect-hazard: misaligned a
// expect-exit: 1|3
#include <cstring>
#include <vector>

#include "../lens_check.hpp"

constexpr int record_bytes = 12, records = 6;

__global__ void add_up(const unsigned char* bytes, double* sum) {
  double total = 0;
  for (int i = 0; i < records; ++i)
    total += *reinterpret_cast<const double*>(bytes + i * record_bytes + 4);  // @a
  *sum = total;
}

int main() {
  std::vector<unsigned char> bytes(records * record_bytes);
  for (int i = 0; i < records; ++i) {
    const double value = 0.5 * i;
    std::memcpy(&bytes[i * record_bytes + 4], &value, sizeof(value));
  }
  double sum = 0;
  unsigned char* d_bytes;
  double* d_sum;
  CHECK(cudaMalloc(&d_bytes, bytes.size()));
  CHECK(cudaMalloc(&d_sum, sizeof(double)));
  CHECK(cudaMemcpy(d_bytes, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  add_up<<<1, 1>>>(d_bytes, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_bytes));
  CHECK(cudaFree(d_sum));
  return sum == 7.5 ? 0 : 1;
}
