// Do the cases of every exercise find answers that are right for some sizes and values only?
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "marking/exercise.hpp"
#include "tutorial/exercise/check.hpp"
#include "tutorial/random.hpp"

namespace tutorial::marking {
namespace {

using exercise::Case;
using exercise::Cases;

constexpr std::uint64_t large = 65'600;  // elements: more than 16 bits count
constexpr int bits_of_int = 28, bits_of_float = 20;

/// What an exercise need not have. `array` is empty for the size of the largest array; with 0 bits its values are not free.
struct Exception {
  std::string_view exercise, array;
  std::uint64_t least;  ///< elements, or significant bits
  std::string_view why;
};

constexpr Exception exceptions[] = {
    {"beat_nearest", "", 993, "all pairs of points are compared"},
    {"nearest_fewest", "", 2049, "all pairs of points are compared"},
    {"nearest_registers", "", 1000, "all pairs of points are compared"},
    {"nearest_tie", "", 969, "all pairs of points are compared"},
    {"tile_nearest", "", 500, "all pairs of points are compared"},
    {"matmul_tile", "", 16'400, "a tile takes 34 accesses per element"},
    {"register_tile", "", 16'400, "a tile takes 34 accesses per element"},
    {"rectangle_in_place", "", 61'005,
     "the time depends on the cycles of a size, so the largest is not drawn"},
    {"choose_launch", "sizes", 0, "numbers of elements, up to 10^12"},
    {"coalesce_gather", "index", 0, "numbers of records"},
    {"histogram_privatised", "in", 0, "numbers of bins"},
    {"sum_fewest", "scratch", 0, "the function gets zeros there"},
    {"fix_race", "in", 20, "128 times an element is an int"},
    {"grid_stride", "x", 10, "a product with alpha is exact"},
    {"smooth_halo", "in", 15, "a weighted sum is exact"},
};

const Exception* exception_of(std::string_view exercise, std::string_view array) {
  const auto found = std::find_if(std::begin(exceptions), std::end(exceptions), [&](const Exception& each) {
    return each.exercise == exercise && each.array == array;
  });
  return found == std::end(exceptions) ? nullptr : found;
}

/// Shares of an array's values; the largest of several cases.
struct Shares {
  double negative = 0, positive = 0, wide = 0;
  bool has_zero = false;
  int bits = 0;  ///< that a wide value has

  void add(const Shares& other) {
    negative = std::max(negative, other.negative);
    positive = std::max(positive, other.positive);
    wide = std::max(wide, other.wide);
    has_zero = has_zero || other.has_zero;
    bits = other.bits;
  }
};

int significant_bits(std::uint64_t magnitude) {
  return magnitude == 0 ? 0 : std::bit_width(magnitude) - std::countr_zero(magnitude);
}

template <class T>
Shares shares_of(const std::string& data, int bits) {
  Shares shares;
  shares.bits = bits;
  const std::size_t count = data.size() / sizeof(T);
  const double part = 1 / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, &data[i * sizeof value], sizeof value);
    shares.has_zero = shares.has_zero || value == 0;
    if (value < 0) shares.negative += part;
    if (value > 0) shares.positive += part;
    int own;
    if constexpr (std::is_floating_point_v<T>) {
      int exponent;
      own = std::isfinite(value) ? significant_bits(static_cast<std::uint64_t>(std::ldexp(
                                       std::frexp(std::fabs(static_cast<double>(value)), &exponent), 53)))
                                 : 0;
    } else {
      own = significant_bits(value < 0 ? -static_cast<std::uint64_t>(value)
                                       : static_cast<std::uint64_t>(value));
    }
    if (own >= bits) shares.wide += part;
  }
  return shares;
}

Shares shares_of(const wire::Argument& array, int bits) {
  const bool is_float = array.poison != wire::Poison::bytes;
  if (bits == 0) bits = is_float ? bits_of_float : bits_of_int;
  if (is_float)
    return array.poison == wire::Poison::nan32 ? shares_of<float>(array.data, bits)
                                               : shares_of<double>(array.data, bits);
  return array.element == 8 ? shares_of<std::int64_t>(array.data, bits)
                            : shares_of<std::int32_t>(array.data, bits);
}

std::string fault_of(const Shares& shares) {
  constexpr double least = 1.0 / 16;
  if (!shares.has_zero) return "no value is 0";
  if (shares.negative < least || shares.positive < least) return "the values do not have both signs";
  if (shares.wide < least) return "few values have " + std::to_string(shares.bits) + " significant bits";
  return "";
}

/// With other values in the same arrays.
bool is_second_call(const Case& first, const Case& second) {
  if (!exercise::detail::has_arrays_of(first, second)) return false;
  const auto &a = first.wire().arguments, &b = second.wire().arguments;
  bool has_values = false, differs = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    has_values = has_values || !a[i].data.empty();
    differs = differs || a[i].data != b[i].data;
  }
  return differs || !has_values;
}

std::string fault_of_calls(const Cases& cases) {
  std::size_t second_calls = 0;
  bool counted_is_called_twice = false;
  for (std::size_t i = 1; i < cases.size(); ++i) {
    if (!is_second_call(cases[i - 1], cases[i])) continue;
    ++second_calls;
    counted_is_called_twice = counted_is_called_twice || cases[i - 1].is_counted();
  }
  if (!counted_is_called_twice) return "no counted case is called twice";
  return second_calls < 2 ? "no case that is not counted is called twice" : "";
}

std::uint64_t largest_array(const Case& each) {
  std::uint64_t most = 0;
  for (const wire::Argument& argument : each.wire().arguments)
    if (argument.kind >= wire::Kind::input) most = std::max(most, argument.count);
  return most;
}

/// Every seed must have a large case, of a size that not all have.
std::string fault_of_sizes(const std::vector<Cases>& seeds, std::uint64_t least, bool is_drawn) {
  std::set<std::set<std::uint64_t>> different;
  for (const Cases& cases : seeds) {
    std::set<std::uint64_t> sizes;
    for (const Case& each : cases) sizes.insert(largest_array(each));
    if (*sizes.rbegin() < least)
      return "the largest array has " + std::to_string(*sizes.rbegin()) + " elements";
    different.emplace(sizes.lower_bound(least), sizes.end());
  }
  return is_drawn && different.size() < 2 ? "no large size depends on the seed" : "";
}

/// Of the arrays that the function reads, by name; few elements need not be of all kinds.
std::map<std::string, Shares> shares_of(const std::vector<Cases>& seeds, int bits) {
  constexpr std::uint64_t few = 64;
  std::map<std::string, Shares> shares;
  for (const Cases& cases : seeds)
    for (const Case& each : cases)
      for (const wire::Argument& array : each.wire().arguments)
        if ((array.kind == wire::Kind::input || array.kind == wire::Kind::in_out) && array.count >= few)
          shares[array.name].add(shares_of(array, bits));
  return shares;
}

/// Of one exercise, with the cases of several seeds.
std::vector<std::string> faults_of(const std::string& name, const std::vector<Cases>& seeds) {
  std::vector<std::string> faults;
  /// @param array  empty for the size
  const auto judge = [&](const std::string& array, const std::string& fault, const auto& fault_if_excused) {
    const Exception* const exception = exception_of(name, array);
    if (exception != nullptr && fault.empty()) faults.push_back("'" + array + "' needs no exception");
    const std::string left = exception == nullptr ? fault : fault_if_excused(exception->least);
    if (!left.empty()) faults.push_back((array.empty() ? "" : array + ": ") + left);
  };
  judge("", fault_of_sizes(seeds, large, true),
        [&](std::uint64_t least) { return fault_of_sizes(seeds, least, false); });
  for (const auto& [array, shares] : shares_of(seeds, 0))
    judge(array, fault_of(shares), [&, &array = array](std::uint64_t bits) {
      return bits == 0 ? "" : fault_of(shares_of(seeds, static_cast<int>(bits)).at(array));
    });
  for (const Cases& cases : seeds)
    if (const std::string fault = fault_of_calls(cases); !fault.empty()) faults.push_back(fault);
  return faults;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "; ") + line;
  return text;
}

/// An exercise with all that is asked for, but for what `lacks` names.
std::string faults_without(const std::string& lacks, const std::string& name = "none") {
  const auto make = [&](std::uint64_t seed) {
    const auto size = [&](std::size_t n) {
      const Random random(seed + n);
      std::vector<float> x(n);
      for (std::size_t i = 0; i < n; ++i) {
        x[i] = exercise::any_value<float>(random.bits(i));
        if (lacks == "signs") x[i] = std::fabs(x[i]);
        if (lacks == "zero" && x[i] == 0) x[i] = 1;
        if (lacks == "bits") x[i] = static_cast<float>(static_cast<int>(random.below(201, i)) - 100);
      }
      Case c("n");
      c.number("n", static_cast<std::int64_t>(lacks == "second calls" ? seed : n));
      c.input("x", x);
      return c;
    };
    Cases all = {size(1000), size(2000).counted()};
    const std::size_t drawn = exercise::drawn_size<std::size_t>(seed, 65'600, 70'000);
    all.push_back(size(lacks == "size" ? 65'000 + drawn % 500 : lacks == "drawn size" ? 70'000 : drawn));
    return all;
  };
  std::vector<Cases> seeds;
  for (const std::uint64_t seed : {1, 2, 3}) seeds.push_back(exercise::detail::with_second_calls(make, seed));
  return joined(faults_of(name, seeds));
}

}  // namespace

TEST_CASE("cases that lack a large size, a kind of value or a second call are named") {
  CHECK(faults_without("nothing").empty());
  CHECK(faults_without("size").starts_with("the largest array has 65"));
  CHECK(faults_without("drawn size") == "no large size depends on the seed");
  CHECK(faults_without("signs") == "x: the values do not have both signs");
  CHECK(faults_without("zero") == "x: no value is 0");
  CHECK(faults_without("bits") == "x: few values have 20 significant bits");
  CHECK(faults_without("second calls").find("no counted case is called twice") != std::string::npos);
  CHECK(faults_without("nothing", "grid_stride").find("'x' needs no exception") != std::string::npos);
}

TEST_CASE("the cases of every exercise have a large size, values of all kinds and a second call") {
  for (const Exercise& each : all_exercises()) {
    build_exercise(each);
    std::vector<Cases> seeds;
    for (const std::uint64_t seed : {1, 2, 3}) seeds.push_back(make_cases(each, seed));
    const std::string faults = joined(faults_of(each.name, seeds));
    CHECK_MESSAGE(faults.empty(), each.name << ": " << faults);
  }
}

}  // namespace tutorial::marking
