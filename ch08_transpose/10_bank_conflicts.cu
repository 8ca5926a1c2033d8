// bank_conflicts: which strides cause bank conflicts in shared memory?
//
// Problem  Shared memory has 32 banks; word w (four bytes) is in bank w % 32. A bank serves one word per wavefront.
//          If lanes need different words of one bank, their accesses are serialized: the request takes as many
//          wavefronts as the busiest bank has words (the conflict degree). Lanes that read the same word share one.
// Ways     Lane i reads element i * stride, for each stride from 1 to 33, with elements of 4, 8 or 16 bytes
//          (--bytes). With 8-byte elements, 16 lanes fill the banks, so the hardware serves half a warp at a time;
//          with 16-byte elements, a quarter of a warp.
// Expect   Two lanes conflict if their distance times the stride is a multiple of the number of lanes that fill
//          the banks: 32, 16 or 8. The degree is the greatest common divisor of that number and the stride. So
//          odd strides never conflict, whatever the element size; a stride of 32 is the worst; and 33 is why a
//          tile is padded to 33 columns. An 8-byte access takes at least two wavefronts and a 16-byte access four:
//          they move as many bytes per wavefront.
//          The table lists the degree that this arithmetic predicts. The lens counts it from the addresses, and a
//          test compares the two for all strides and widths. On a GPU, the time of one warp's request, on an SM
//          whose banks are always busy, should grow with the number of wavefronts. If there is only one, the
//          instructions around the access may take as long.
// Measured - "stride 32, 32-way conflict" is 0.48 to 0.52 times as fast as "stride 16, 16-way conflict" (after
//            measuring).
//          - "stride 33, no conflict" is as fast as "stride 1, no conflict" (after measuring).
// Run      ./tutorial run bank_conflicts -- --bytes 4
//          ./tutorial run bank_conflicts -- --draw 2     which lane each bank serves, wavefront by wavefront
// See      ./tutorial explain bank_conflicts -- --stride 32
// Source   [Fan] ch. 8

#include "banks.hpp"
#include "transpose.hpp"

constexpr int largest_stride = 33;
constexpr int elements = (ch08::warp_lanes - 1) * largest_stride + 1;  // 1024: one for each thread of a block
constexpr int block_size = elements;

__device__ unsigned sum_of(unsigned word) { return word; }
__device__ unsigned sum_of(uint2 words) { return words.x + words.y; }
__device__ unsigned sum_of(uint4 words) { return words.x + words.y + words.z + words.w; }

// [kernel]
template <typename Element>
__global__ void read_with_stride(const Element* values, unsigned* sums, unsigned stride, unsigned accesses) {
  __shared__ Element tile[elements];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();

  unsigned place = threadIdx.x % ch08::warp_lanes * stride;
  unsigned sum = 0;
#pragma unroll 8
  for (unsigned access = 0; access < accesses; ++access) {
    const unsigned value = sum_of(tile[place]);
    sum += value;
    // Every value is below 2^31, so this adds 0. The compiler does not know, and has to read again each time.
    place += value >> 31;
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// [kernel]

template <typename Element>
void run(tutorial::Program& program, const char* type, int first_stride, int last_stride, unsigned accesses) {
  constexpr int bytes = sizeof(Element);
  constexpr std::size_t words = bytes / ch08::bank_bytes;

  // Below 2^29: the sum of the four words of an element is below 2^31.
  const tutorial::Random random(program.seed());
  std::vector<unsigned> host(elements * words);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<unsigned>(random.bits(i) >> 35);
  const tutorial::DeviceBuffer<unsigned> values(host);  // cudaMalloc, cudaMemcpy

  // Two blocks of 32 warps keep an SM's banks busy; if the time does not matter, one block is enough.
  const bool timed = tutorial::backend() == tutorial::Backend::cuda && !program.quick();
  const int multiprocessors = tutorial::multiprocessors();
  const unsigned blocks_each = timed ? 2 : 1;
  const unsigned blocks = timed ? blocks_each * multiprocessors : 1;
  tutorial::DeviceBuffer<unsigned> sums(std::size_t{blocks} * block_size);

  for (int stride = first_stride; stride <= last_stride; ++stride) {
    // The sum of an element's words as often as it was read, modulo 2^32.
    const auto want = [&](std::int64_t thread) {
      const auto place = static_cast<std::size_t>(thread % ch08::warp_lanes * stride);
      unsigned sum = 0;
      for (std::size_t i = 0; i < words; ++i) sum += host[place * words + i];
      return sum * accesses;
    };
    const double requests = static_cast<double>(blocks_each) * (block_size / ch08::warp_lanes) * accesses;
    const int degree = ch08::conflict_degree(stride, bytes);
    sums.poison();
    program.measure(
        {.variant = "stride " + std::to_string(stride) + ", " + ch08::conflict_text(degree),
         .size = std::to_string(accesses) + " reads a lane",
         .type = type,
         .work = requests,
         .unit = tutorial::Unit::nanoseconds},
        [&] {
          read_with_stride<<<blocks, block_size>>>(reinterpret_cast<const Element*>(values.data()),
                                                   sums.data(), stride, accesses);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return tutorial::verify(sums.to_host(), want); });
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t stride;
  std::int64_t draw;
  std::int64_t accesses;
  std::string bytes;
  program.size("--stride", stride, "elements from lane to lane, 1 to 33; 0: each of them",
               tutorial::everywhere(0));
  program.size("--accesses", accesses, "reads a lane", {.gpu = 4096, .simulator = 8, .quick = 2});
  program.size("--draw", draw, "draws this stride's lanes and banks, and leaves out the others",
               tutorial::everywhere(0));
  program.choice("--bytes", bytes, "size of an element", {"4", "8", "16", "all"});
  return program.run(argc, argv, [&] {
    tutorial::Program::require(stride <= largest_stride, "--stride must be 33 or less");
    tutorial::Program::require(draw <= largest_stride, "--draw must be 33 or less");
    tutorial::Program::require(stride == 0 || draw == 0 || stride == draw,
                               "--stride and --draw name two strides");
    tutorial::Program::require(accesses <= 1 << 20, "--accesses must be 1048576 or less");
    const int only = static_cast<int>(std::max(stride, draw));
    const auto run_with = [&](auto element, const char* type) {
      const std::string width = std::to_string(sizeof element);
      if (bytes != "all" && bytes != width) return;
      run<decltype(element)>(program, type, std::max(only, 1), only == 0 ? largest_stride : only,
                             static_cast<unsigned>(accesses));
      if (draw != 0) program.note("elements of " + width + " bytes\n" + ch08::drawing(only, sizeof element));
    };
    run_with(0u, "unsigned");
    run_with(uint2{}, "uint2");
    run_with(uint4{}, "uint4");
  });
}
