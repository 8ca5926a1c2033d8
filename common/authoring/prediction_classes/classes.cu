// Kernels with which no constant of the model was chosen, in classes that earlier predictions missed by more than 30%:
// prediction_classes.py measures them on a GPU and compares the times with predicted ones.
//
//   nvcc -O3 -arch=native -o classes classes.cu && ./classes > prediction_classes.json
//   ./classes --once        each kernel once, untimed: what the simulator counts
//
// No constant is chosen with kernels marked "held back". Those of the class "constants", chase_one_warp and chase_warp_per_sm give
// constants of the model and do not test it.
//
// Expect, before the first measurement: strided reads of 32 words at twice the bytes they ask for, because device memory moves 64; random
// gathers of 16 bytes at about 60% of the bandwidth of 64 bytes per element; column sums near the bandwidth of reading, because nvcc keeps
// four loads in flight; sines at 20 to 40 instructions each; an aggregated atomic per warp at the rate of one address; padded columns of a
// tile at one wavefront per clock, unpadded ones at 32; a chase in device memory at about 700 ns per step, in L2 at about 270 ns.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "memory.cuh"
#include "ordinary.cuh"
#include "shared.cuh"

namespace {

constexpr unsigned million = 1u << 20;
constexpr int runs = 25, warm_up = 3;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// `words` of them, filled by `value(i)` in parts of a million.
template <typename Value>
void* filled(std::size_t words, Value value) {
  void* device = nullptr;
  check(cudaMalloc(&device, words * 4));
  std::vector<unsigned> part(std::min<std::size_t>(words, million));
  for (std::size_t begin = 0; begin < words; begin += part.size()) {
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = value(begin + i);
    check(cudaMemcpy(static_cast<unsigned*>(device) + begin, part.data(), part.size() * 4,
                     cudaMemcpyHostToDevice));
  }
  return device;
}

unsigned random_word(std::size_t i) {
  unsigned long long x = (i + 1) * 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  return static_cast<unsigned>(x >> 32);
}

/// From 0 to 1, as the bits of a float.
unsigned random_float(std::size_t i) {
  const float value = static_cast<float>(random_word(i) >> 8) / 16777216.0f;
  unsigned bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

class Classes {
 public:
  explicit Classes(bool once) : once_(once) {
    check(cudaMalloc(&out_, std::size_t{128} * million * 4));
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
  }

  void all() {
    std::printf("{\n\"device\": \"%s\",\n\"rows\": [", device().c_str());
    std::size_t words = std::size_t{128} * million;
    in_ = filled(words, random_float);
    strided();
    columns();
    tiles();
    mathematics();
    ordinary();
    gathers();
    check(cudaFree(in_));
    in_ = filled(32 * million, random_word);
    atomics();
    check(cudaFree(in_));
    chases();
    if (!once_) constants();
    std::printf("\n]\n}\n");
  }

 private:
  static std::string device() {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    return properties.name;
  }

  template <typename T>
  const T* in() const {
    return static_cast<const T*>(in_);
  }
  template <typename T>
  T* out() const {
    return static_cast<T*>(out_);
  }

  template <typename... Parameters, typename... Arguments>
  void row(const char* of_class, bool held_back, const char* name, void (*kernel)(Parameters...), dim3 grid,
           dim3 block, Arguments... arguments) {
    std::vector<float> times;
    for (int run = once_ ? 0 : -warm_up; run < (once_ ? 1 : runs); ++run) {
      check(cudaEventRecord(begin_));
      kernel<<<grid, block>>>(arguments...);
      check(cudaGetLastError());
      check(cudaEventRecord(end_));
      check(cudaEventSynchronize(end_));
      float ms = 0;
      check(cudaEventElapsedTime(&ms, begin_, end_));
      if (run >= 0) times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    cudaFuncAttributes of_kernel;
    check(cudaFuncGetAttributes(&of_kernel, reinterpret_cast<const void*>(kernel)));
    std::printf(
        "%s\n{\"class\": \"%s\", \"kernel\": \"%s\", \"held_back\": %s, \"grid\": [%u, %u, %u], "
        "\"block\": [%u, %u, %u], \"registers\": %d, \"median_s\": %.5g, \"least_s\": %.5g}",
        first_ ? "" : ",", of_class, name, held_back ? "true" : "false", grid.x, grid.y, grid.z, block.x,
        block.y, block.z, of_kernel.numRegs, times[times.size() / 2] * 1e-3, times.front() * 1e-3);
    first_ = false;
  }
#define ROW(of_class, held_back, kernel, ...) row(of_class, held_back, #kernel, kernel, __VA_ARGS__)

  void strided() {
    const char* const name = "strided reads";
    const unsigned n = 4 * million;
    ROW(name, false, strided_32, n / 256, 256, in<float>(), out<float>(), n);
    ROW(name, false, strided_16, 2 * n / 256, 256, in<float>(), out<float>(), 2 * n);
    ROW(name, true, strided_sums, 132 * 8, 256, in<float>(), out<float>(), n);
    ROW(name, true, particle_fields, n / 256, 256, in<Particle>(), out<float>(), n);
  }

  void gathers() {
    const char* const name = "gathers";
    const unsigned n = 8 * million, elements = 32 * million;
    auto* at = static_cast<unsigned*>(filled(n, [=](std::size_t i) { return random_word(i) % elements; }));
    ROW(name, false, gather_16, n / 256, 256, in<float4>(), at, out<float4>(), n);
    ROW(name, false, gather_16_in_l2, n / 256, 256, in<float4>(), at, out<float4>(), n, million - 1);
    ROW(name, true, gather_8, n / 256, 256, in<float2>(), at, out<float2>(), n);
    ROW(name, true, gather_edges, n / 2 / 128, 128, in<float4>(), at, out<float>(), n / 2);
    ROW(name, true, scatter_16, n / 256, 256, in<float4>(), at, out<float4>(), n);
    check(cudaFree(at));
  }

  void atomics() {
    const unsigned n = 32 * million, grid = 132 * 8;
    const char* const shared = "histograms";
    ROW(shared, false, histogram_256, grid, 256, in<unsigned>(), out<unsigned>(), n);
    ROW(shared, false, histogram_16, grid, 256, in<unsigned>(), out<unsigned>(), n);
    ROW(shared, true, histogram_per_warp, grid, 256, in<unsigned>(), out<unsigned>(), n);
    ROW(shared, true, histogram_of_keys, grid, 256, in<unsigned>(), out<unsigned>(), n);
    const char* const one = "atomics to one address";
    ROW(one, false, count_positive, n / 256, 256, in<int>(), out<unsigned>(), n);
    ROW(one, false, sum_of_words, n / 256, 256, in<unsigned>(), out<unsigned>(), n);
    ROW(one, true, append_indices, n / 256, 256, in<int>(), out<unsigned>() + 64 * million, out<unsigned>(),
        n);
    ROW(one, true, greatest_word, n / 256, 256, in<unsigned>(), out<unsigned>(), n);
  }

  void columns() {
    const char* const name = "column sums";
    ROW(name, false, column_sums, 64, 256, in<float>(), out<float>(), 8192u, 16384u);
    ROW(name, false, column_sums_wide, 512, 256, in<float>(), out<float>(), 1024u, 131072u);
    ROW(name, true, column_maxima, 128, 256, in<int>(), out<int>(), 4096u, 32768u);
    ROW(name, true, column_variances, 64, 128, in<float>(), out<float>(), 16384u, 8192u);
  }

  void tiles() {
    const char* const name = "shared-memory loops";
    const unsigned grid = 4096, rounds = 256;
    ROW(name, false, columns_unpadded, grid, 256, in<float>(), out<float>(), rounds);
    ROW(name, false, columns_padded, grid, 256, in<float>(), out<float>(), rounds);
    ROW(name, true, columns_two_way, grid, 256, in<float>(), out<float>(), rounds);
    ROW(name, true, turn_tile, grid, 256, in<float>(), out<float>(), 64u);
  }

  void mathematics() {
    const char* const name = "sines and cosines";
    const unsigned grid = 4096, rounds = 128;
    ROW(name, false, iterate_sine, grid, 256, in<float>(), out<float>(), rounds);
    ROW(name, false, sum_of_cosines, grid, 256, in<float>(), out<float>(), rounds);
    ROW(name, true, pendulums, grid, 256, in<float>(), out<float>(), rounds);
    ROW(name, true, turn_points, grid, 256, in<float>(), out<float>(), rounds);
  }

  void chases() {
    const char* const name = "dependent loads";
    // Each visits all elements in turn: a full period of the linear congruential method.
    const auto after = [](std::size_t i) { return static_cast<unsigned>(i * 1664525u + 1013904223u); };
    const unsigned far = 64 * million, near = million;
    auto* next = static_cast<unsigned*>(filled(far, [=](std::size_t i) { return after(i) % far; }));
    ROW(name, false, chase_one_warp, 1, 32, next, out<unsigned>(), 1000u);
    ROW(name, false, chase_warp_per_sm, 132, 32, next, out<unsigned>(), 1000u);
    check(cudaFree(next));
    next = static_cast<unsigned*>(filled(near, [=](std::size_t i) { return after(i) % near; }));
    ROW(name, true, chase_in_l2, 8, 64, next, out<unsigned>(), 1000u);
    check(cudaFree(next));
    auto* sorted =
        static_cast<unsigned*>(filled(far, [](std::size_t i) { return static_cast<unsigned>(i) * 64; }));
    ROW(name, true, binary_search, 16, 64, sorted, out<unsigned>(), far, 50u);
    check(cudaFree(sorted));
  }

  void ordinary() {
    const char* const name = "ordinary kernels";
    const unsigned n = 32 * million;
    ROW(name, true, saxpy, n / 256, 256, in<float>(), in<float>() + 64 * million, out<float>(), n);
    ROW(name, true, matrix_vector, 8192 / 8, 256, in<float>(), in<float>() + 120 * million, out<float>(),
        8192u);
    ROW(name, true, blur, dim3(256, 1024), dim3(32, 8), in<float>(), out<float>(), 8192u);
    ROW(name, true, logistic_map, 4096, 256, in<float>(), out<float>(), 1000u);
    ROW(name, true, option_prices, n / 256, 256, in<float>(), out<float>(), n);
    ROW(name, true, softmax_of_rows, 16384, 256, in<float>(), out<float>(), 4096u);
    ROW(name, true, hash_words, 4096, 256, in<unsigned>(), out<unsigned>(), 500u);
    ROW(name, true, copy_doubles, n / 256, 256, in<double>(), out<double>(), n);
  }

  void constants() {
    const char* const name = "constants";
    auto* shift =
        static_cast<unsigned*>(filled(2, [](std::size_t i) { return static_cast<unsigned>(i * 5); }));
    const unsigned grid = 132 * 2, rounds = 2000;
    ROW(name, false, count_in_own_words, grid, 1024, shift, out<unsigned>(), rounds);
    ROW(name, false, count_in_one_word, grid, 1024, shift + 1, out<unsigned>(), rounds);
    ROW(name, false, add_to_own_words, grid, 1024, shift, out<unsigned>(), rounds);
    ROW(name, false, add_to_one_word, grid, 1024, shift + 1, out<unsigned>(), rounds);
    ROW(name, false, one_integer_per_warp, 4096, 256, out<unsigned>());
    check(cudaFree(shift));
  }

  bool once_, first_ = true;
  void *in_ = nullptr, *out_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  const bool once = argc == 2 && std::strcmp(argv[1], "--once") == 0;
  if (argc > 1 && !once) {
    std::fprintf(stderr, "usage: classes [--once]\n");
    return 2;
  }
  Classes(once).all();
  return 0;
}
