// float_order: why do two correct programs get two different sums of the same floats?
//
// Fault    None that a barrier could fix. Each addition rounds, and the rounding depends on what was added
//          before. A sum in float, one element after the other, is the obvious program, and the least
//          accurate:
//
//              one after the other   ((((x0 + x1) + x2) + x3) + ...   the last additions have a large sum:
//                                                                     most of a small element
//                                                                     is rounded away
//              pairwise              (x0 + x1) + (x2 + x3) + ...      both sides are of the same size
//              Kahan                 keeps what each addition lost, and adds it to the next element
//              double                29 bits more, rounded to float once at the end
//
//          On the GPU a thread adds some elements in sequence and the block folds a tree: the more threads, the
//          closer to pairwise. So another grid gives another sum, though neither is wrong.
// Expect   With u = 2^-24, and S the sum of all |x|, an order whose longest chain has k additions errs by at most
//          k u S: k = n - 1 one after the other, log2(n) pairwise, n / threads + 8 on the GPU; 2 u S for Kahan,
//          almost nothing in double. The check holds each row to its bound. The real error is far smaller if
//          roundings go both ways (--data random), less so if they go the same way for a long time
//          (--data tenths). If large numbers cancel (--data cancellation), S is far larger than the sum, and so
//          are all the bounds: no order helps. Kahan keeps about twice as many bits, double more than twice; both
//          run out of bits once n is large enough.
// Run      ./tutorial run float_order -- --data tenths
// See      ./tutorial explain float_order
// Source   ours (P7); bounds: Higham, *Accuracy and Stability of Numerical Algorithms*, ch. 4;
//          k u S without a higher term: Jeannerod and Rump 2013

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 256;

enum class Order { plain, kahan, wide };
// [kernel]
// One partial sum per block, in the type of the accumulator. Only `order` differs.
template <Order order, typename Sum>
__global__ void sum_blocks(const float* x, Sum* partial, std::int64_t n) {
  __shared__ Sum cache[block_size];

  const int thread = threadIdx.x;
  Sum sum = 0;
  Sum lost = 0;  // by the additions so far, with the sign turned
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread; i < n;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    if constexpr (order == Order::kahan) {
      const Sum term = x[i] - lost;
      const Sum next = sum + term;
      lost = (next - sum) - term;  // zero for real numbers; what was rounded away for floats
      sum = next;
    } else {
      sum += x[i];
    }
  }
  cache[thread] = sum;
  __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = cache[0];
}
// [kernel]
float one_after_the_other(const std::vector<float>& x) {
  float sum = 0;
  for (const float value : x) sum += value;
  return sum;
}

float pairwise(const float* x, std::size_t n) {
  if (n <= 1) return n == 0 ? 0 : x[0];
  const std::size_t half = std::bit_ceil(n) / 2;
  return pairwise(x, half) + pairwise(x + half, n - half);
}

float kahan(const std::vector<float>& x) {
  float sum = 0;
  float lost = 0;
  for (const float value : x) {
    const float term = value - lost;
    const float next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return sum;
}

double in_double(const std::vector<float>& x) {
  double sum = 0;
  for (const float value : x) sum += value;
  return sum;
}

// Floats that are integers in units of a grain, so that their sum is exact in 64-bit integers.
struct Terms {
  std::vector<float> x;
  double sum = 0;           // exact, then rounded to double
  double sum_of_sizes = 0;  // S

  Terms(const std::string& data, std::int64_t n, std::uint64_t seed) : x(static_cast<std::size_t>(n)) {
    const tutorial::Random random(seed);
    const double grain = data == "denormal" ? 0x1p-149 : data == "cancellation" ? 1.0 : 0x1p-27;
    std::uint64_t sum_of_grains = 0;  // unsigned: where large numbers cancel, the way there may wrap round
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t grains = grains_at(data, i, n, random);
      const double value = static_cast<double>(grains) * grain;
      x[static_cast<std::size_t>(i)] = static_cast<float>(value);
      sum_of_grains += static_cast<std::uint64_t>(grains);
      sum_of_sizes += std::abs(value);
    }
    sum = static_cast<double>(static_cast<std::int64_t>(sum_of_grains)) * grain;
  }

 private:
  // Each fits the 24 bits of a float.
  static std::int64_t grains_at(const std::string& data, std::int64_t i, std::int64_t n,
                                const tutorial::Random& random) {
    const auto below = [&](std::uint32_t bound, std::int64_t k) {
      return std::int64_t{random.below(bound, static_cast<std::uint64_t>(k))};
    };
    if (data == "tenths") return 13'421'773;  // 0.1f
    if (data == "denormal") return 1 + below(1 << 10, i);
    if (data == "random") return 8 * below(1 << 24, i);
    // Cancellation. Every other number is small; the large ones of the first half come again in the second,
    // in another order and with the other sign.
    if (i % 2 == 1 || i >= n / 4 * 4) return 1 + below(8, i);
    const bool first_half = i < n / 4 * 2;
    const std::int64_t partner = first_half ? i : n / 4 * 4 - 2 - i;
    const std::int64_t large = ((1 << 20) + below(1 << 20, partner)) * (1 << 16);
    return first_half ? large : -large;
  }
};

std::string three_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

// Holds a sum to its error bound, and says how far off it is: in units in the last place of the float nearest
// to the exact sum.
tutorial::Verdict check(const Terms& terms, double got, double bound) {
  const double error = std::abs(got - terms.sum);
  const auto nearest = static_cast<float>(std::abs(terms.sum));
  const double unit = static_cast<double>(std::nextafter(nearest, INFINITY)) - nearest;
  std::string text = three_digits(error / unit) + " ulp off";
  if (terms.sum != 0) text += ", " + three_digits(100 * error / std::abs(terms.sum)) + " %";
  if (error <= bound) return {true, "ok: " + text};
  return {false, text + "; the bound is " + three_digits(bound / unit) + " ulp"};
}

class Table {
 public:
  Table(tutorial::Program& program, const Terms& terms)
      : program_(program), terms_(terms), n_(static_cast<double>(terms.x.size())), x_(terms.x) {}

  // `roundings` u S is the bound.
  template <typename Sum>
  void cpu(const std::string& name, double roundings, Sum&& sum) {
    double got = NAN;
    program_.measure_on_host(
        row("CPU, " + name), [&] { got = sum(terms_.x); },
        [&] { return check(terms_, got, bound(roundings)); });
    sums_.push_back(static_cast<float>(got));
  }

  template <Order order, typename Sum>
  void gpu(const std::string& name, unsigned blocks) {
    tutorial::DeviceBuffer<Sum> partial(blocks);
    const double walk = std::ceil(n_ / (static_cast<double>(blocks) * block_size));
    const double chain = order == Order::plain ? walk : order == Order::kahan ? kahan_roundings(walk) : 0;
    const double tree = order == Order::wide ? 0 : std::countr_zero(unsigned{block_size});
    program_.measure(
        row("GPU, " + name + ", " + std::to_string(blocks) + " x " + std::to_string(block_size)),
        [&] {
          sum_blocks<order><<<blocks, block_size>>>(x_.data(), partial.data(), std::int64_t(terms_.x.size()));
          CUDA_CHECK_LAUNCH();
        },
        [&] {
          double got = 0;
          for (const Sum sum : partial.to_host()) got += sum;
          sums_.push_back(static_cast<float>(got));
          return check(terms_, got, bound(chain + tree));
        });
  }

  // The row that sets the sums side by side, each rounded to float.
  void side_by_side() {
    std::sort(sums_.begin(), sums_.end());
    const double apart = double{sums_.back()} - sums_.front();
    const auto different = std::unique(sums_.begin(), sums_.end()) - sums_.begin();
    std::string seen = std::to_string(different) + (different == 1 ? " sum" : " different sums");
    if (different > 1 && terms_.sum != 0)
      seen += ", up to " + three_digits(100 * apart / std::abs(terms_.sum)) + " % apart";
    program_.demonstrate(row("all of them, side by side"), seen);
  }

  // 2 u S and a term of the order of n u^2 S, here with a generous factor.
  static double kahan_roundings(double n) { return 2 + 8 * n * tutorial::unit_roundoff<float>; }

 private:
  // What double adds on top: fewer than n + 2 roundings of 2^-53.
  double bound(double roundings) const {
    const double in_float = roundings * tutorial::unit_roundoff<float>;
    const double in_double = (n_ + 2) * tutorial::unit_roundoff<double>;
    return terms_.sum_of_sizes * (in_float + in_double);
  }

  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(static_cast<std::int64_t>(terms_.x.size())),
            .work = static_cast<double>(terms_.x.size() * sizeof(float)),
            .unit = tutorial::Unit::gigabytes_per_second};
  }

  tutorial::Program& program_;
  const Terms& terms_;
  const double n_;
  tutorial::DeviceBuffer<float> x_;
  std::vector<float> sums_;
};

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 200'000, .quick = 10'000});
  program.choice("--data", data, "random in [0, 1), all 0.1f, large numbers that cancel, or denormal numbers",
                 {"random", "tenths", "cancellation", "denormal"});
  return program.run(argc, argv, [&] {
    const Terms terms(data, n, program.seed());
    const auto size = static_cast<double>(n);
    Table table(program, terms);
    table.cpu("float, one after the other", size, one_after_the_other);
    table.cpu("float, pairwise", std::bit_width(static_cast<std::uint64_t>(n)),
              [](const std::vector<float>& x) { return pairwise(x.data(), x.size()); });
    table.cpu("float, Kahan", Table::kahan_roundings(size), kahan);
    table.cpu("double", 0, in_double);
    table.gpu<Order::plain, float>("float", 32);
    table.gpu<Order::plain, float>("float", 1024);
    table.gpu<Order::kahan, float>("float, Kahan in each thread", 32);
    table.gpu<Order::wide, double>("double", 32);
    table.side_by_side();
    program.note("exact sum " + tutorial::value_text(terms.sum) + ", sum of all sizes " +
                 tutorial::value_text(terms.sum_of_sizes));
  });
}
