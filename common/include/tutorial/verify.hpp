#pragma once

/// @file
/// Comparison of results with a reference.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tutorial/backend.hpp"
#include "tutorial/parallel.hpp"
#include "tutorial/poison.hpp"

namespace tutorial {

/// The result of a check. `text` is "ok", or the number of mismatches followed by the first few, one per line
/// (index, actual, expected).
struct Verdict {
  bool ok = false;      ///< whether the result is correct, as far as it was checked
  std::string text;     ///< shown in the table
  bool checked = true;  ///< false for needs_all_blocks
};

/// The verdict on a result that needs the work of every block, where the simulator runs a sample of them
/// (blocks_are_sampled): nothing can be said about it. It is checked where all blocks run.
inline Verdict needs_all_blocks() { return {true, "not checked: it needs all blocks", false}; }

/// |got - want| <= absolute + relative * |want|. The default allows no difference at all.
struct Tolerance {
  double absolute = 0;  ///< in the unit of the values
  double relative = 0;  ///< as a fraction of the expected value
};

/// How an index is shown: "7", or "(row 0, column 7)" for matrices.
using IndexName = std::function<std::string(std::int64_t)>;

/// Names indices of a row-major matrix with `columns` columns.
IndexName matrix_index(std::int64_t columns);

/// One mismatch, with its values as text.
struct Difference {
  std::int64_t index;  ///< of the element
  std::string got;     ///< what the program computed
  std::string want;    ///< the reference's value
};

/// Shortest text that distinguishes the value from all others of its type.
std::string value_text(double value);
/// @copydoc value_text(double)
std::string value_text(float value);
/// @copydoc value_text(double)
std::string value_text(std::int64_t value);
/// @copydoc value_text(double)
std::string value_text(std::uint64_t value);

namespace detail {

/// Integers are compared by value, regardless of signedness; other types in their common type, where a NaN
/// equals nothing.
template <typename A, typename B>
bool equal(A a, B b) {
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    return std::cmp_equal(+a, +b);  // + makes an int of bool and of characters
  } else {
    return a == b;
  }
}

template <typename T>
std::string element_text(T value) {
  if constexpr (std::is_same_v<T, long double>)
    return value_text(static_cast<double>(value));
  else if constexpr (std::is_floating_point_v<T>)
    return value_text(value);
  else if constexpr (std::is_unsigned_v<T>)
    return value_text(static_cast<std::uint64_t>(value));
  else
    return value_text(static_cast<std::int64_t>(value));
}

/// How much element i may differ from `want`, in the type of the comparison: `tolerance` is one value for all,
/// or a function of the index.
template <typename Wide, typename Allowed>
Wide allowed_difference(const Allowed& tolerance, std::int64_t i, Wide want) {
  if constexpr (std::is_convertible_v<Allowed, Tolerance>) {
    const Tolerance all = tolerance;
    return all.absolute + all.relative * std::abs(want);
  } else if constexpr (std::is_arithmetic_v<std::invoke_result_t<const Allowed&, std::int64_t>>) {
    return tolerance(i);
  } else {
    return allowed_difference(Tolerance(tolerance(i)), i, want);
  }
}

/// Whether `got` is correct for element i. If `want` is a long double, so is the difference.
template <typename T, typename W, typename Allowed>
bool right(std::int64_t i, T got, W want, const Allowed& tolerance) {
  if (equal(got, want)) return true;
  using Wide = std::common_type_t<T, W, double>;
  const Wide difference = std::abs(static_cast<Wide>(got) - static_cast<Wide>(want));
  const Wide allowed = allowed_difference(tolerance, i, static_cast<Wide>(want));
  return allowed > 0 && std::isfinite(difference) && difference <= allowed;
}

}  // namespace detail

/// Makes the verdict for `wrong` mismatches among `count` compared elements; `first` has the first few of them. If
/// the simulator runs a sample of the blocks, comparing no element at all is also a failure: nothing was checked.
Verdict make_verdict(std::int64_t count, std::int64_t wrong, const std::vector<Difference>& first,
                     const IndexName& index_name);

/// Compares got[i] with want(i) for every i. A NaN never passes, even if it is expected; an infinity passes
/// only if it is expected. If the simulator runs a sample of the blocks (blocks_are_sampled), elements that hold the
/// poison belong to other blocks and are skipped.
///
/// @param got       what the program computed
/// @param want      called as want(std::int64_t), for many elements by several threads at once; returns the expected
///                  value, of type T or, if that is not exact, double or long double
/// @param tolerance one Tolerance for all elements, or a function of the index that returns a Tolerance or an absolute tolerance;
///                  it is called like want, for elements that differ. Default: no difference is allowed
/// @param index_name how an index is shown; by default as a number
template <typename T, typename Want, typename Allowed = Tolerance>
Verdict verify(std::span<const T> got, Want&& want, const Allowed& tolerance = {},
               const IndexName& index_name = {}) {
  constexpr std::size_t shown = 4;
  const bool sampled = blocks_are_sampled();
  struct Part {
    std::int64_t compared = 0, wrong = 0;
    std::vector<Difference> first;
  };
  const auto count = static_cast<std::int64_t>(got.size());
  std::vector<Part> parts(static_cast<std::size_t>(part_count(count, 1)));
  in_parts(count, 1, [&](int number, std::int64_t begin, std::int64_t end) {
    Part part;
    for (std::int64_t i = begin; i < end; ++i) {
      if (sampled) {
        i += static_cast<std::int64_t>(
            leading_poison(got.subspan(static_cast<std::size_t>(i), static_cast<std::size_t>(end - i))));
        if (i == end) break;
      }
      const T g = got[static_cast<std::size_t>(i)];
      ++part.compared;
      const auto w = want(i);
      if (detail::right(i, g, w, tolerance)) continue;
      ++part.wrong;
      if (part.first.size() < shown)
        part.first.push_back({i, detail::element_text(g), detail::element_text(w)});
    }
    parts[static_cast<std::size_t>(number)] = std::move(part);
  });

  std::int64_t compared = 0, wrong = 0;
  std::vector<Difference> first;
  for (const Part& part : parts) {
    compared += part.compared;
    wrong += part.wrong;
    for (const Difference& difference : part.first)
      if (first.size() < shown) first.push_back(difference);
  }
  return make_verdict(compared, wrong, first, index_name);
}

/// The same for a std::vector, as DeviceBuffer::to_host returns it.
template <typename T, typename Want, typename Allowed = Tolerance>
Verdict verify(const std::vector<T>& got, Want&& want, const Allowed& tolerance = {},
               const IndexName& index_name = {}) {
  return verify(std::span<const T>(got), std::forward<Want>(want), tolerance, index_name);
}

/// The same for one number that is made of all elements.
template <typename T, typename Want>
Verdict verify_total(T got, Want want, Tolerance tolerance) {
  if (blocks_are_sampled()) return needs_all_blocks();
  return verify(
      std::vector<T>{got}, [&](std::int64_t) { return want; }, tolerance,
      [](std::int64_t) { return std::string("total"); });
}

}  // namespace tutorial
