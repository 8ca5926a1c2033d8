#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "functor/exact_shares.hpp"

/// What the programs on the functor reduction reduce, and how they know what must come out.
namespace ch06 {

/// The book's grid: one block per SM, which were 14 on its device.
inline unsigned book_blocks() { return static_cast<unsigned>(tutorial::multiprocessors()); }

/// As many blocks as the device has room for threads.
inline unsigned full_blocks() {
  const int room = tutorial::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / reduce_threads;
  return book_blocks() * static_cast<unsigned>(room);
}

/// data[k] = value number first + k.
template <typename T>
__global__ void make_values(T* data, std::int64_t n, std::int64_t first, tutorial::Elements<T> values) {
  for (std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; k < n;
       k += std::int64_t{gridDim.x} * blockDim.x) {
    data[k] = values(first + k);
  }
}

/// n values on the device, and what must become of them: of each block's share in grids of any number of
/// blocks that divides `blocks`, and of all.
template <typename T>
class Problem {
 public:
  /// @param max_blocks the largest grid
  /// @throws tutorial::CudaError where the device's memory is too small
  Problem(const tutorial::Elements<T>& elements, unsigned max_blocks)
      : n(elements.n),
        blocks(max_blocks),
        values(elements),
        in(static_cast<std::size_t>(n)),
        exact_(exact_shares(values, blocks)) {
    make_values<<<full_blocks(), reduce_threads>>>(in.data(), n, std::int64_t{0}, values);
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
    return tutorial::first_wrong(each, check_total(total, roundings(grid) + grid, binary));
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

  /// How a library adds is its own affair. On a GPU it has no longer chains than the book's grid; on the simulator
  /// Thrust is one loop on the CPU.
  double library_roundings() const {
    const bool one_loop = tutorial::backend() == tutorial::Backend::simulator;
    return one_loop ? static_cast<double>(n) : roundings(book_blocks());
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
    return static_cast<Wanted>(exact.of(Binary::operation)) * static_cast<Wanted>(values.grain());
  }

  /// How far a result may be from the exact one. Nothing at all for integers, minima and maxima, nor for sums
  /// whose every intermediate value T can hold, whatever the order (Elements::sums_are_exact). Else each
  /// rounding errs by a factor of 1 + u.
  template <typename Binary>
  double error_bound(const Exact& exact, double roundings, Binary) const {
    if (std::is_integral_v<T> || Binary::operation != Operation::plus) return 0;
    const auto absolute_sum = static_cast<double>(exact.absolute_sum);
    if (values.sums_are_exact(absolute_sum)) return 0;
    return tutorial::growth(roundings * tutorial::unit_roundoff<T>) * absolute_sum * values.grain();
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
  const tutorial::Elements<T> values;
  tutorial::DeviceBuffer<T> in;

 private:
  const std::vector<Exact> exact_;  // a block's share, each
};

}  // namespace ch06
