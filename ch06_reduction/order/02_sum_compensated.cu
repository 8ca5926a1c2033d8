// sum_compensated: what does it cost to lose nothing when floats are added?
// Step     Kahan, double
// Before   sum_fixed_order rounds to 24 bits at each addition. A tree keeps the errors small, but does not avoid them.
// Change   A thread's sum has more bits than its elements:
//
//              float     sum += x                                                      1 operation
//              Kahan     term = x - lost;  next = sum + term;                        4 operations
//                        lost = (next - sum) - term;  sum = next
//              double    sum += x                                                      1 conversion, 1 operation
//
//          `lost` is zero for real numbers; for floats it is what the addition rounded away. The sums of the threads are added in
//          double, in the order of reduce_vector: a few hundred additions per block.
//
// Expect   The loads take all the time. An H200 reads 4.6 TB/s, 4.4 floats per cycle and SM; an SM performs 128 additions of
//          floats per cycle, and 64 of doubles. Four dependent operations per element are 16 cycles: 256 cycles per 16
//          elements, 0.13 us, while a load takes 0.7. So neither costs more than a few percent.
//          - At 100 M, "float, 512 threads" reaches 92 to 101% of the ceiling (before measuring).
//          - At 100 M, "Kahan, 512 threads" reaches 85 to 101% of the ceiling (before measuring).
//          - At 100 M, "double, 512 threads" reaches 85 to 101% of the ceiling (before measuring).
// Run      ./tutorial run sum_compensated
// See      ./tutorial explain sum_compensated
// Source   W. Kahan, Further remarks on reducing truncation errors, Communications of the ACM 8 (1965)

#include "order/order.hpp"
#include "reduce.cuh"

using order::block_size;

// [sums]
struct Plain {
  using Total = float;
  float sum = 0;
  __device__ void add(float x) { sum += x; }
  __device__ Total total() const { return sum; }
};

struct Kahan {
  using Total = double;
  float sum = 0;
  float lost = 0;  // by the additions so far, with the sign turned
  __device__ void add(float x) {
    const float term = x - lost;
    const float next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  __device__ Total total() const { return static_cast<double>(sum) - static_cast<double>(lost); }
};

struct Wide {
  using Total = double;
  double sum = 0;
  __device__ void add(float x) { sum += static_cast<double>(x); }
  __device__ Total total() const { return sum; }
};
// [sums]

// [kernel]
template <typename Sum>
__global__ void sum_compensated(const float* in, typename Sum::Total* partial, unsigned* ticket,
                                typename Sum::Total* result, std::int64_t n) {
  __shared__ typename Sum::Total warp_sums[tutorial::warp_size];
  constexpr int in_flight = 4;
  const auto* words = reinterpret_cast<const float4*>(in);
  const std::int64_t count = n / 4;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;

  // [change]
  Sum sum;
  const auto add = [&](float4 word) {
    sum.add(word.x);
    sum.add(word.y);
    sum.add(word.z);
    sum.add(word.w);
  };
  // [change]
  std::int64_t i = thread;
  for (; i + (in_flight - 1) * threads < count; i += in_flight * threads) {
    float4 word[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) word[k] = words[i + k * threads];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) add(word[k]);
  }
  for (; i < count; i += threads) add(words[i]);
  if (count * 4 + thread < n) sum.add(in[count * 4 + thread]);

  typename Sum::Total total = ch06::block_sum(sum.total(), warp_sums);
  if (ch06::is_last_block(total, partial, ticket, warp_sums) && threadIdx.x == 0) *result = total;
}
// [kernel]

void run(tutorial::Program& program, std::int64_t n, const std::string& data) {
  order::Input in(program.seed(), n, data);
  tutorial::DeviceBuffer<float> d_in(in.make_values());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<unsigned> d_ticket(std::vector<unsigned>{0});

  // `roundings` of float at most that a value may suffer.
  const auto measure = [&](const std::string& how, auto kind, auto roundings) {
    using Sum = decltype(kind);
    const unsigned grid = ch06::filling_blocks(sum_compensated<Sum>, block_size, (n + 3) / 4);
    tutorial::DeviceBuffer<typename Sum::Total> d_partial(grid), d_sum(1);
    program.measure(
        in.row(how),
        [&] {
          sum_compensated<Sum>
              <<<grid, block_size>>>(d_in.data(), d_partial.data(), d_ticket.data(), d_sum.data(), n);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return in.check_total(d_sum.to_host()[0], roundings(grid)); });
    program.note(in.error_text(how, static_cast<double>(d_sum.to_host()[0])));
  };
  measure("float", Plain{}, [&](unsigned grid) { return in.additions(grid); });
  measure("Kahan", Kahan{}, [](unsigned) { return 3; });
  measure("double", Wide{}, [&](unsigned) { return n <= 1 << 29 ? 0 : 1; });  // exact: 24 + 29 bits
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  order::add_options(program, n, data);
  return program.run(argc, argv, [&] { run(program, n, data); });
}
