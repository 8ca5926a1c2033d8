#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "chapter.hpp"

/// What the programs on the functor reduction reduce, and how they know what must come out.
namespace ch06 {

constexpr int reduce_threads = 1024;  ///< a block of the reduction

/// The book's grid: one block a multiprocessor, which were 14 on its device.
inline unsigned book_blocks() { return static_cast<unsigned>(tutorial::multiprocessors()); }

/// As many blocks as the device has room for threads.
inline unsigned full_blocks() {
  const int room = tutorial::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / reduce_threads;
  return book_blocks() * static_cast<unsigned>(room);
}

/// What the check can tell of a function object: its member `operation`.
enum class Operation { plus, minimum, maximum };

/// Which values. All are whole numbers of grains (of 1, or of the type's smallest positive value), so that
/// the CPU can add them exactly in 64-bit integers.
enum class Numbers {
  book,           ///< random 0 or 1
  equal,          ///< all 1: a lost element shows in the sum alone
  one_different,  ///< all 1, but for one 0 and one 2 at random places: one thread each can find the extremes
  sorted,         ///< ascending: the extremes are the first and the last value
  cancel,         ///< pairs of large numbers, of which 0 or 1 is left
  smallest,       ///< 0 to 7 times the smallest positive value: denormal in float and double
};

inline const std::vector<std::string> numbers_names = {"book",   "equal",  "one-different",
                                                       "sorted", "cancel", "smallest"};

/// The Numbers of that name.
inline Numbers numbers_named(const std::string& name) {
  return static_cast<Numbers>(std::find(numbers_names.begin(), numbers_names.end(), name) -
                              numbers_names.begin());
}

/// Makes value number i out of i alone, on the host and on the device: any thread can skip ahead to its own
/// elements.
template <typename T>
struct Recipe {
  Recipe(Numbers which, std::int64_t n, std::uint64_t seed)
      : values(which),
        random(seed),
        odd_one(static_cast<std::int64_t>(random.bits(~std::uint64_t{0}) >> 24) %
                std::max<std::int64_t>(n, 1)),
        mirrored(n - 1 - odd_one),
        shift(std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))) -
                              std::numeric_limits<T>::digits)) {}

  /// Value number i in grains: a whole number that T can hold.
  __host__ __device__ std::int64_t grains(std::int64_t i) const {
    // int: small enough that the sum of the absolute values of a million fits.
    constexpr std::uint32_t large = std::is_same_v<T, int> ? 1u << 9 : 1u << 23;
    const auto number = static_cast<std::uint64_t>(i);
    switch (values) {
      case Numbers::book: return static_cast<std::int64_t>(random.bits(number) & 1);
      case Numbers::equal: return 1;
      case Numbers::one_different: return i == odd_one ? 0 : i == mirrored ? 2 : 1;
      case Numbers::sorted: return i >> shift;
      case Numbers::cancel: {
        const std::int64_t size = large + random.below(large, number / 2);
        return number % 2 == 0 ? size : static_cast<std::int64_t>(random.bits(number) & 1) - size;
      }
      case Numbers::smallest: return static_cast<std::int64_t>(random.below(8, number));
    }
    return 0;
  }

  __host__ __device__ T operator()(std::int64_t i) const {
    return static_cast<T>(grains(i)) * static_cast<T>(grain());
  }

  /// The size of a grain.
  __host__ __device__ double grain() const {
    if (values != Numbers::smallest || std::is_integral_v<T>) return 1;
    return std::is_same_v<T, float> ? 0x1p-149 : 0x1p-1074;
  }

  Numbers values;
  tutorial::Random random;
  std::int64_t odd_one;   ///< the place of the 0 among the ones
  std::int64_t mirrored;  ///< the place of the 2: as far from the end as odd_one is from the start
  int shift;              ///< keeps ascending numbers within T's digits
};

/// data[k] = value number first + k.
template <typename T>
__global__ void make_values(T* data, std::int64_t n, std::int64_t first, Recipe<T> recipe) {
  for (std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; k < n;
       k += std::int64_t{gridDim.x} * blockDim.x) {
    data[k] = recipe(first + k);
  }
}

/// What a set of values comes to, in grains: exact, as long as the absolute values sum to less than 2^63.
struct Exact {
  std::int64_t sum = 0;
  std::int64_t absolute_sum = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
  std::int64_t count = 0;

  void add(std::int64_t grains) { add({grains, grains < 0 ? -grains : grains, grains, grains, 1}); }
  void add(const Exact& other) {
    sum += other.sum;
    absolute_sum += other.absolute_sum;
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    count += other.count;
  }

  std::int64_t of(Operation operation) const {
    return operation == Operation::plus ? sum : operation == Operation::minimum ? least : greatest;
  }
};

/// The exact shares of a grid's blocks: block b of B owns the elements n - 1 - j with
/// (j / reduce_threads) % B == b.
template <typename T>
std::vector<Exact> exact_shares(const Recipe<T>& recipe, std::int64_t n, unsigned blocks) {
  const std::int64_t rows = (n + reduce_threads - 1) / reduce_threads;  // each belongs to one block
  std::vector<std::vector<Exact>> found(static_cast<std::size_t>(tutorial::part_count(rows, reduce_threads)),
                                        std::vector<Exact>(blocks));
  tutorial::in_parts(rows, reduce_threads, [&](int part, std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      Exact exact;
      const std::int64_t end = std::min(n, (row + 1) * reduce_threads);
      for (std::int64_t j = row * reduce_threads; j < end; ++j) exact.add(recipe.grains(n - 1 - j));
      found[static_cast<std::size_t>(part)][static_cast<std::size_t>(row % blocks)].add(exact);
    }
  });
  std::vector<Exact> shares(blocks);
  for (const std::vector<Exact>& part : found) {
    for (unsigned b = 0; b < blocks; ++b) shares[b].add(part[b]);
  }
  return shares;
}

/// n values on the device, and what must become of them: of each block's share in grids of any number of
/// blocks that divides `blocks`, and of all.
template <typename T>
class Problem {
 public:
  /// @param n_values   how many
  /// @param max_blocks the largest grid
  /// @throws tutorial::CudaError where the device's memory is too small
  Problem(const Recipe<T>& values, std::int64_t n_values, unsigned max_blocks)
      : n(n_values),
        blocks(max_blocks),
        recipe(values),
        in(static_cast<std::size_t>(n)),
        exact_(exact_shares(recipe, n, blocks)) {
    make_values<<<full_blocks(), reduce_threads>>>(in.data(), n, std::int64_t{0}, recipe);
    CUDA_CHECK_LAUNCH();
  }

  /// Refuses sums that T may not hold.
  template <typename Binary>
  void require_that_it_fits(Binary) const {
    if constexpr (std::is_integral_v<T> && Binary::operation == Operation::plus) {
      tutorial::Program::require(
          all().absolute_sum <= std::numeric_limits<T>::max(),
          "--n: the sum of so many of these values may not fit the type; choose fewer, "
          "other --data or another --type");
    }
  }

  /// What each block's value must be, then what `total`, all of them folded by the host, must be.
  template <typename Binary>
  tutorial::Verdict check(const tutorial::DeviceBuffer<T>& partial, Binary binary) const {
    const auto grid = static_cast<unsigned>(partial.size());
    std::vector<Exact> shares(grid);
    for (unsigned b = 0; b < blocks; ++b) shares[b % grid].add(exact_[b]);
    double bound = 0;
    for (const Exact& share : shares) bound = std::max(bound, error_bound(share, roundings(grid), binary));
    const tutorial::Verdict each = tutorial::verify(
        partial.to_host(),
        [&](std::int64_t b) { return wanted(shares[static_cast<std::size_t>(b)], binary); },
        {.absolute = bound}, [](std::int64_t b) { return "value of block " + std::to_string(b); });
    T total = Binary::identity();
    for (const T block_value : partial.to_host()) total = binary(total, block_value);
    return first_wrong(each, check_total(total, roundings(grid) + grid, binary));
  }

  /// The result of a reduction in which a value passes through at most `roundings` additions.
  template <typename Binary>
  tutorial::Verdict check_total(T total, double roundings, Binary binary) const {
    return tutorial::verify(
        std::vector<T>{total}, [&](std::int64_t) { return wanted(all(), binary); },
        {.absolute = error_bound(all(), roundings, binary)},
        [](std::int64_t) { return std::string("total"); });
  }

  /// Additions a value passes through in a grid of `grid` blocks, up to its block's value: the walk, the slots
  /// the first warp folds, the last 32.
  double roundings(unsigned grid) const {
    const std::int64_t step = std::int64_t{grid} * reduce_threads;
    return static_cast<double>((n + step - 1) / step + reduce_threads / tutorial::warp_size +
                               tutorial::warp_size);
  }

  /// Of all values.
  Exact all() const {
    Exact exact;
    for (const Exact& share : exact_) exact.add(share);
    return exact;
  }

  /// What the operation makes of these values, in T's unit.
  template <typename Binary>
  auto wanted(const Exact& exact, Binary) const {
    using Wanted = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    if (exact.count == 0) return static_cast<Wanted>(Binary::identity());
    return static_cast<Wanted>(exact.of(Binary::operation)) * static_cast<Wanted>(recipe.grain());
  }

  /// How far a result may be from the exact one. Nothing at all for integers, minima and maxima, nor for sums
  /// whose every intermediate value T can hold, whatever the order: that is so as long as the absolute values
  /// sum to at most 2^digits grains. Else each rounding errs by a factor of 1 + u.
  template <typename Binary>
  double error_bound(const Exact& exact, double roundings, Binary) const {
    if (std::is_integral_v<T> || Binary::operation != Operation::plus) return 0;
    const auto absolute_sum = static_cast<double>(exact.absolute_sum);
    if (absolute_sum <= std::ldexp(1.0, std::numeric_limits<T>::digits)) return 0;
    return growth(roundings * unit_roundoff<T>) * absolute_sum * recipe.grain();
  }

  /// The table's row for a reduction that must read every element once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = static_cast<double>(in.bytes()),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  const std::int64_t n;
  const unsigned blocks;
  const Recipe<T> recipe;
  tutorial::DeviceBuffer<T> in;

 private:
  const std::vector<Exact> exact_;  // a block's share, each
};

}  // namespace ch06
