// Do the cases of every exercise find answers that are right for some sizes and values only?
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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
    {"beat_nearest", "", 1057, "all pairs of points are compared"},
    {"nearest_fewest", "", 2049, "all pairs of points are compared"},
    {"nearest_registers", "", 1000, "all pairs of points are compared"},
    {"nearest_tie", "", 969, "all pairs of points are compared"},
    {"tile_nearest", "", 500, "all pairs of points are compared"},
    {"matmul_tile", "", 16'400, "a tile takes 34 accesses per element"},
    {"register_tile", "", 16'400, "a tile takes 34 accesses per element"},
    {"rectangle_in_place", "", 93'196,
     "the time depends on the cycles of a size, so the largest is not drawn"},
    {"choose_launch", "sizes", 0, "numbers of elements, up to 10^12"},
    {"coalesce_gather", "index", 0, "numbers of records"},
    {"histogram_privatised", "in", 0, "numbers of bins"},
    {"sum_fewest", "scratch", 0, "the function gets zeros there"},
    {"fix_race", "in", 20, "128 times an element is an int"},
};

/// What is done with floats decides which values they need not have: those of a result that rounds, or of a comparison without an order.
enum class Use { moved, compared, computed };
struct Floats {
  std::string_view exercise, array;
  Use use;
};
constexpr Floats not_moved[] = {{"functor_reduce", "fractions", Use::compared},
                                {"first_copy", "in", Use::compared},
                                {"coalesce_points", "points", Use::computed},
                                {"guard_tail", "points", Use::computed},
                                {"nearest_tie", "points", Use::computed},
                                {"nearest_registers", "points", Use::computed},
                                {"nearest_fewest", "points", Use::computed},
                                {"tile_nearest", "points", Use::computed},
                                {"beat_nearest", "points", Use::computed},
                                {"grid_stride", "x", Use::computed},
                                {"grid_stride", "y", Use::computed},
                                {"matmul_tile", "a", Use::computed},
                                {"matmul_tile", "b", Use::computed},
                                {"register_tile", "a", Use::computed},
                                {"register_tile", "b", Use::computed},
                                {"heat_tile", "from", Use::computed},
                                {"smooth_halo", "in", Use::computed},
                                {"strided_to_coalesced", "a", Use::computed},
                                {"strided_to_coalesced", "b", Use::computed}};

/// Integers that are never the largest or the least int.
constexpr std::pair<std::string_view, std::string_view> without_limits[] = {
    {"choose_launch", "sizes"},      // numbers of elements
    {"coalesce_gather", "index"},    // numbers of records
    {"histogram_privatised", "in"},  // numbers of bins
    {"first_guard", "in"},           // 255 - in is an int
    {"fix_race", "in"},              // 128 times an element is an int
    {"fix_divergent_barrier", "b"},  // a factor of such an element
    {"sum_fewest", "scratch"},       // the function gets zeros there
};

/// Numbers that the caller of the function chooses, beside the sizes of arrays, and their ranges: cases have both ends, and a value that the seed
/// draws or all powers of two. There may be more of the last ones than `most`.
struct Range {
  std::string_view exercise, parameter;
  std::int64_t least, most;
  bool is_of_tree = false;  ///< of any size: also one step less and more than each power of two
};
constexpr Range ranges[] = {
    {"first_index", "blocks", 1, 65'536},  // one more than a grid has in y or z
    {"first_index", "threads", 1, 1024},   {"first_reduction", "block", 1, 1024},
    {"any_block", "block", 1, 1024, true}, {"warp_shuffle", "block", 32, 1024, true},
    {"last_block", "calls", 2, 6},
};
constexpr std::string_view names_of_sizes[] = {"n", "count", "rows", "cols", "width", "height", "m", "k"};
/// Sides are multiples, or there is a list of many sizes.
constexpr std::string_view never_one[] = {"beat_transpose", "vector_transpose", "shared_transpose",
                                          "choose_launch"};

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
  bool has_most = false, has_least = false;  ///< of an int, or both infinities
  bool has_nan = false, has_minus_zero = false;
  bool is_float = false;
  int bits = 0;  ///< that a wide value has

  void add(const Shares& other) {
    negative = std::max(negative, other.negative);
    positive = std::max(positive, other.positive);
    wide = std::max(wide, other.wide);
    has_zero = has_zero || other.has_zero;
    has_most = has_most || other.has_most;
    has_least = has_least || other.has_least;
    has_nan = has_nan || other.has_nan;
    has_minus_zero = has_minus_zero || other.has_minus_zero;
    is_float = other.is_float;
    bits = other.bits;
  }
};

int significant_bits(std::uint64_t magnitude) {
  return magnitude == 0 ? 0 : std::bit_width(magnitude) - std::countr_zero(magnitude);
}

template <class T>
Shares shares_of(const std::string& data, int bits) {
  constexpr bool is_float = std::is_floating_point_v<T>;
  constexpr T most = is_float ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  constexpr T least = is_float ? -most : std::numeric_limits<T>::min();
  Shares shares;
  shares.bits = bits;
  shares.is_float = is_float;
  const std::size_t count = data.size() / sizeof(T);
  const double part = 1 / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, &data[i * sizeof value], sizeof value);
    shares.has_zero = shares.has_zero || value == 0;
    shares.has_most = shares.has_most || value == most;
    shares.has_least = shares.has_least || value == least;
    if (value < 0) shares.negative += part;
    if (value > 0) shares.positive += part;
    int own;
    if constexpr (is_float) {
      shares.has_nan = shares.has_nan || std::isnan(value);
      shares.has_minus_zero = shares.has_minus_zero || (value == 0 && std::signbit(value));
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

/// Limits of the type, for integers; for floats what can be moved or compared.
std::string fault_of_limits(const std::string& exercise, const std::string& array, const Shares& shares) {
  if (!shares.is_float) {
    const bool is_free = std::ranges::find(without_limits, std::pair<std::string_view, std::string_view>(
                                                               exercise, array)) == std::end(without_limits);
    return is_free && !(shares.has_most && shares.has_least) ? "no value is the largest or the least int"
                                                             : "";
  }
  const auto known = std::ranges::find_if(
      not_moved, [&](const Floats& each) { return each.exercise == exercise && each.array == array; });
  const Use use = known == std::end(not_moved) ? Use::moved : known->use;
  if (use != Use::computed && !(shares.has_most && shares.has_least)) return "no value is infinite";
  if (use == Use::moved && !shares.has_nan) return "no value is a NaN";
  if (use == Use::moved && !shares.has_minus_zero) return "no value is -0";
  return "";
}

/// The values of each number that the function gets, in the cases of each seed.
using Numbers = std::map<std::string, std::vector<std::set<std::int64_t>>>;
Numbers numbers_of(const std::vector<Cases>& seeds) {
  Numbers numbers;
  for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
    for (const Case& each : seeds[seed]) {
      for (const wire::Argument& argument : each.wire().arguments) {
        if (argument.kind != wire::Kind::number) continue;
        const std::string name = argument.name.substr(0, argument.name.find_last_not_of("0123456789") + 1);
        numbers[name].resize(seeds.size());
        numbers[name][seed].insert(argument.number);
      }
    }
  }
  return numbers;
}

std::string fault_of_size(const std::string& exercise, const std::set<std::int64_t>& values) {
  const bool has_one = std::ranges::find(never_one, exercise) == std::end(never_one);
  if (!values.contains(0)) return "no case has size 0";
  return has_one && !values.contains(1) ? "no case has size 1" : "";
}

std::string fault_of_range(const Range& range, const std::vector<std::set<std::int64_t>>& values) {
  const auto has_all_powers = [&](const std::set<std::int64_t>& own) {
    std::int64_t power = range.least;
    while (power < range.most && own.contains(power)) power *= 2;
    return power == range.most;
  };
  const auto has_next_to_powers = [&](const std::set<std::int64_t>& own) {
    for (std::int64_t power = 2 * range.least; power < range.most; power *= 2)
      if (!own.contains(power - range.least) || !own.contains(power) || !own.contains(power + range.least))
        return false;
    return true;
  };
  for (const std::set<std::int64_t>& own : values)
    if (*own.begin() != range.least || *own.rbegin() < range.most)
      return "it is " + std::to_string(*own.begin()) + " to " + std::to_string(*own.rbegin());
  for (const std::set<std::int64_t>& own : values)
    if (range.is_of_tree && !has_next_to_powers(own)) return "it is not next to each power of two";
  const bool is_drawn =
      std::ranges::any_of(values, [&](const std::set<std::int64_t>& own) { return own != values.front(); });
  return is_drawn || has_all_powers(values.front()) ? "" : "no value depends on the seed";
}

std::string fault_of_number(const std::string& exercise, const std::string& name,
                            const std::vector<std::set<std::int64_t>>& values) {
  const auto range = std::ranges::find_if(
      ranges, [&](const Range& each) { return each.exercise == exercise && each.parameter == name; });
  if (range != std::end(ranges)) return fault_of_range(*range, values);
  if (std::ranges::find(names_of_sizes, name) == std::end(names_of_sizes))
    return "it has no range in the list";
  for (const std::set<std::int64_t>& own : values)
    if (std::string fault = fault_of_size(exercise, own); !fault.empty()) return fault;
  return "";
}

/// Numbers that are no integers: 0 and infinity are among them.
std::string fault_of_reals(const std::vector<Cases>& seeds) {
  for (const Cases& cases : seeds) {
    bool any = false, zero = false, infinite = false;
    for (const Case& each : cases)
      for (const wire::Argument& argument : each.wire().arguments) {
        if (argument.kind != wire::Kind::real) continue;
        any = true;
        zero = zero || argument.real == 0;
        infinite = infinite || std::isinf(argument.real);
      }
    if (any && !zero) return "no number is 0";
    if (any && !infinite) return "no number is infinite";
  }
  return "";
}

/// A kernel that does all of it twice must not keep the contract: the sectors that the arrays of the counted case take, at most this many times.
constexpr double most_sectors = 1.75;
/// Each of the three loads of a float3 takes all of its sectors; one kernel may store a, the next one add -2 b.
constexpr std::string_view three_times[] = {"guard_tail", "strided_to_coalesced"};

std::string fault_of_sectors(const std::string& exercise, const std::vector<ContractItem>& contract,
                             const Case& counted) {
  double ideal[2] = {};  // loads and stores
  for (const wire::Argument& argument : counted.wire().arguments) {
    const double sectors = static_cast<double>(argument.bytes()) / 32;
    if (argument.kind != wire::Kind::output) ideal[0] += sectors;
    if (argument.kind != wire::Kind::input) ideal[1] += sectors;
  }
  const double times = std::ranges::find(three_times, exercise) == std::end(three_times) ? 1 : 3;
  for (const ContractItem& item : contract) {
    if (!item.sectors_at_most) continue;
    const double own = (item.of == "global store" ? 0 : ideal[0]) + (item.of == "global load" ? 0 : ideal[1]);
    if (*item.sectors_at_most > times * most_sectors * own)
      return item.of + ": sectors_at_most allows to do all twice";
  }
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
  for (const auto& [number, values] : numbers_of(seeds))
    if (const std::string fault = fault_of_number(name, number, values); !fault.empty())
      faults.push_back(number + ": " + fault);
  for (const auto& [array, shares] : shares_of(seeds, 0)) {
    if (const std::string fault = fault_of_limits(name, array, shares); !fault.empty())
      faults.push_back(array + ": " + fault);
    judge(array, fault_of(shares), [&, &array = array](std::uint64_t bits) {
      return bits == 0 ? "" : fault_of(shares_of(seeds, static_cast<int>(bits)).at(array));
    });
  }
  if (const std::string fault = fault_of_reals(seeds); !fault.empty()) faults.push_back(fault);
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
        x[i] = lacks == "words" ? exercise::any_value<float>(random.bits(i))
                                : exercise::any_word<float>(random.bits(i));
        if (lacks == "signs") x[i] = std::fabs(x[i]);
        if (lacks == "zero" && x[i] == 0) x[i] = 1;
        if (lacks == "bits") x[i] = static_cast<float>(static_cast<int>(random.below(201, i)) - 100);
      }
      Case c("n");
      c.number("n", static_cast<std::int64_t>(lacks == "second calls" ? seed : n));
      if (lacks == "range") c.number("threads", 1);
      c.real("factor", n == 1000 && lacks != "real 0" ? 0 : n == 1 && lacks != "infinity" ? INFINITY : 2);
      c.input("x", x);
      return c;
    };
    Cases all = {size(1), size(1000), size(2000).counted()};
    if (lacks != "size 0") all.push_back(size(0));
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
  CHECK(faults_without("size 0") == "n: no case has size 0");
  CHECK(faults_without("range") == "threads: it has no range in the list");
  CHECK(faults_without("real 0") == "no number is 0");
  CHECK(faults_without("infinity") == "no number is infinite");
  CHECK(faults_without("words") == "x: no value is a NaN");
  const auto has = [](const std::string& faults, const char* text) {
    return faults.find(text) != std::string::npos;
  };
  CHECK(has(faults_without("signs"), "x: the values do not have both signs"));
  CHECK(has(faults_without("signs"), "x: no value is infinite"));
  CHECK(has(faults_without("zero"), "x: no value is 0"));
  CHECK(has(faults_without("bits"), "x: few values have 20 significant bits"));
  CHECK(has(faults_without("second calls"), "no counted case is called twice"));
  CHECK(has(faults_without("nothing", "rectangle_in_place"), "'' needs no exception"));
}

TEST_CASE("a range without an end, or without a value that is drawn, is named") {
  const Range range = {"none", "block", 1, 8};
  CHECK(fault_of_range(range, {{1, 3, 8}, {1, 5, 8}}).empty());
  CHECK(fault_of_range(range, {{1, 2, 4, 8}, {1, 2, 4, 8}}).empty());
  CHECK(fault_of_range(range, {{1, 3, 8}, {1, 5, 7}}) == "it is 1 to 7");
  CHECK(fault_of_range(range, {{1, 2, 8}, {1, 2, 8}}) == "no value depends on the seed");
  const Range of_tree = {"none", "block", 1, 8, true};
  CHECK(fault_of_range(of_tree, {{1, 2, 3, 4, 5, 8}}).empty());
  CHECK(fault_of_range(of_tree, {{1, 2, 4, 5, 8}}) == "it is not next to each power of two");
}

TEST_CASE("limits that allow to do all twice are named") {
  Case c("n");
  c.input("x", std::vector<float>(800));
  c.output<float>("y", 1600);
  const auto fault = [&](const char* of, double limit) {
    return fault_of_sectors("none", {{"sectors_per_request", of, "", 4, {}, "", false, limit}}, c);
  };
  CHECK(fault("global load", 175).empty());
  CHECK(fault("global load", 176).starts_with("global load: "));
  CHECK(fault("global store", 350).empty());
  CHECK(fault("global", 526).starts_with("global: "));
}

TEST_CASE("the cases of every exercise have a large size, values of all kinds and a second call") {
  for (const Exercise& each : all_exercises()) {
    build_exercise(each);
    std::vector<Cases> seeds;
    for (const std::uint64_t seed : {1, 2, 3}) seeds.push_back(make_cases(each, seed));
    std::vector<std::string> all = faults_of(each.name, seeds);
    const auto counted = std::ranges::find_if(seeds.front(), &Case::is_counted);
    if (const std::string fault = fault_of_sectors(each.name, each.contract, *counted); !fault.empty())
      all.push_back(fault);
    const std::string faults = joined(all);
    CHECK_MESSAGE(faults.empty(), each.name << ": " << faults);
  }
}

}  // namespace tutorial::marking
