// Runs every form in forms.cuh with one warp and prints, a line each, what the lens counts: "name | global load 1 x 16", requests and
// the bytes that each moves for a lane.
#include "tests/lens/access_forms/forms.cuh"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "sim/lens/count/results.hpp"

namespace {

constexpr int most = 20;  // of the 32 lanes: fewer than all take one side of a condition

template <class T>
T* memory() {
  T* data = nullptr;
  if (cudaMalloc(&data, 1 << 14) != cudaSuccess) std::printf("no memory\n");
  cudaMemset(data, 0, 1 << 14);
  return data;
}

void launch_copies() {
#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(memory<__VA_ARGS__>(), memory<__VA_ARGS__>());
  COPIED(LAUNCH)
#undef LAUNCH
}

void launch_others() {
  float* const words = memory<float>();
  float* const more = memory<float>();
  float4* const vectors = memory<float4>();
  float4* const target = memory<float4>();
  int* const numbers = memory<int>();
  unsigned* const counts = memory<unsigned>();
  brace_float4<<<1, 32>>>(vectors, 1);
  brace_float2<<<1, 32>>>(memory<float2>(), 1);
  brace_float3<<<1, 32>>>(memory<float3>(), 1);
  brace_nothing<<<1, 32>>>(vectors);
  made_float4<<<1, 32>>>(vectors, 1);
  typed_float4<<<1, 32>>>(vectors, 1);
  brace_four_floats<<<1, 32>>>(memory<FourFloats>(), 1);
  brace_aligned<<<1, 32>>>(memory<AlignedFloats>(), 1);
  brace_in_shared<<<1, 32>>>(vectors, 1);
  scaled<<<1, 32>>>(vectors, target, 2);
  one_member_changed<<<1, 32>>>(vectors);
  reinterpreted<<<1, 32>>>(words, more);
  scalars_in_a_row<<<1, 32>>>(words, 1);
  member_by_member<<<1, 32>>>(vectors, 1);
  two_members_read<<<1, 32>>>(vectors, words);
  one_member_read<<<1, 32>>>(vectors, words);
  one_member_of_a_copy<<<1, 32>>>(memory<FourFloats>(), words);
  memcpy_float4<<<1, 32>>>(vectors, target);
  memcpy_word<<<1, 32>>>(words, numbers);
  memcpy_to_shared<<<1, 32>>>(vectors, target);
  memset_float4<<<1, 32>>>(vectors);
  index_chosen<<<1, 32>>>(words, more, most);
  index_of_a_store<<<1, 32>>>(words, most);
  vector_chosen<<<1, 32>>>(vectors, target, most);
  pointer_chosen<<<1, 32>>>(words, words, more, most);
  index_in_shared<<<1, 32>>>(words, more, most);
  neighbours<<<1, 32>>>(words, more, most);
  loaded_or_not<<<1, 32>>>(words, more, most);
  element_chosen<<<1, 32>>>(words, more, most);
  store_in_both_branches<<<1, 32>>>(words, 1, most);
  constant_word<<<1, 32>>>(words, 1);
  constant_vector<<<1, 32>>>(vectors, 1);
  constant_of_const<<<1, 32>>>(words, 1);
  device_variable<<<1, 32>>>(words);
  async_cleared<<<1, 32>>>(vectors, target);
  read_only<<<1, 32>>>(vectors, target);
  streamed<<<1, 32>>>(memory<float2>(), memory<float2>());
  volatile_word<<<1, 32>>>(numbers);
  incremented<<<1, 32>>>(numbers);
  added<<<1, 32>>>(numbers);
  exchanged<<<1, 32>>>(counts, memory<unsigned>());
}

/// "global load 1 x 16, global store 1 x 16".
std::string text_of(const cudasim::lens::KernelResults& kernel) {
  std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> requests;
  for (const cudasim::lens::LineResults& line : kernel.lines)
    requests[{std::string(name_of(line.space)) + " " + name_of(line.op), line.sample.bytes}] +=
        line.sums.requests;
  std::string text;
  for (const auto& [what, count] : requests)
    text += (text.empty() ? "" : ", ") + what.first + " " + std::to_string(count) + " x " +
            std::to_string(what.second);
  return text;
}

}  // namespace

int main() {
  launch_copies();
  launch_others();
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(error)), 1;
  for (const cudasim::lens::KernelResults& kernel : cudasim::lens::results())
    std::printf("%s | %s\n", kernel.name.c_str(), text_of(kernel).c_str());
  std::fflush(stdout);
  std::_Exit(0);  // past the lens's own report
}
