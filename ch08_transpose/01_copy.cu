// copy: how fast could a transpose be, if it only had to move the bytes?
//
// Problem  a transpose reads every element once and writes every element once. So does a copy, and its
//          accesses are as good as they get: neighbouring lanes, neighbouring addresses, both sides. No
//          transpose should be faster.
// Ways     one element a thread: a float is 4 bytes, a warp asks for 128 bytes at a time.
//          16 bytes a thread (float4, double2): a warp asks for 512 bytes with one instruction.
// Expect   to keep the memory busy, enough bytes must be under way at every moment. The number of threads is
//          limited, and so 4 bytes a thread may be too few; 16 bytes should come close to the ceiling.
// Run      ./tutorial run copy -- --rows 8192 --cols 8192
// See      ./tutorial explain copy
// Source   [Fan] ch. 8

#include "chapter.hpp"

// [kernels]
template <typename T>
__global__ void copy_elements(const T* in, T* out, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

template <typename T>
__global__ void copy_vectors(const T* in, T* out, std::int64_t count) {
  using V = typename ch08::Vector<T>::type;
  constexpr int width = ch08::Vector<T>::width;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = count / width;

  // A buffer begins at a multiple of 256 bytes, so every vector is aligned, as the instruction demands.
  if (i < vectors) reinterpret_cast<V*>(out)[i] = reinterpret_cast<const V*>(in)[i];

  // The first few threads also take the elements that fill no vector.
  const std::int64_t rest = vectors * width + i;
  if (rest < count) out[rest] = in[rest];
}
// [kernels]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const std::int64_t count = shape.count();

  matrix.out.poison();
  program.measure(
      matrix.row("one " + program.type() + " a thread"),
      [&] {
        const unsigned grid = tutorial::blocks_for(count, program.block());
        copy_elements<<<grid, program.block()>>>(matrix.in.data(), matrix.out.data(), count);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return matrix.check_copied(); });

  matrix.out.poison();
  program.measure(
      matrix.row("one " + std::string(ch08::Vector<T>::name) + " a thread"),
      [&] {
        const unsigned grid = tutorial::blocks_for(count / ch08::Vector<T>::width, program.block());
        copy_vectors<<<grid, program.block()>>>(matrix.in.data(), matrix.out.data(), count);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return matrix.check_copied(); });
}

int main(int argc, char** argv) {
  tutorial::Program program("copy", "how fast could a transpose be, if it only had to move the bytes?");
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  program.types({"float", "double"});
  program.block_sizes({128, 256, 512, 1024}, 256);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, shape); });
  });
}
