// Two threads write the two halves of one 4-byte word in shared memory, and read the whole word after the
// barrier.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void pack(const unsigned short* x, unsigned* words) {
  __shared__ __align__(4) unsigned short halves[threads];
  const int t = threadIdx.x;
  halves[2 * (t % 32) + t / 32] = x[t];  // the halves of a word come from different warps
  __syncthreads();
  if (t < threads / 2) words[t] = reinterpret_cast<const unsigned*>(halves)[t];
}

int main() {
  std::vector<unsigned short> x(threads);
  std::vector<unsigned> words(threads / 2);
  for (int i = 0; i < threads; ++i) x[i] = static_cast<unsigned short>(1000 + i);
  unsigned short* d_x;
  unsigned* d_words;
  CHECK(cudaMalloc(&d_x, threads * sizeof(unsigned short)));
  CHECK(cudaMalloc(&d_words, words.size() * sizeof(unsigned)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(unsigned short), cudaMemcpyHostToDevice));
  pack<<<1, threads>>>(d_x, d_words);
  CHECK(cudaMemcpy(words.data(), d_words, words.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_words));
  bool right = true;
  for (unsigned i = 0; i < words.size(); ++i) right = right && words[i] == (x[i] | unsigned{x[i + 32]} << 16);
  return right ? 0 : 1;
}
