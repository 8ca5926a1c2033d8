#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/tutorial.hpp"

/// What the programs of chapter 6 share: inputs whose sums are known, and the checks.
namespace ch06 {

/// The first verdict that is not right, else the second.
inline tutorial::Verdict first_wrong(const tutorial::Verdict& first, const tutorial::Verdict& second) {
  return first.ok ? second : first;
}

/// Largest relative rounding error of one operation in T: 2^-24 for float, 2^-53 for double.
template <typename T>
constexpr double unit_roundoff = std::numeric_limits<T>::epsilon() / 2;

/// Bound of the relative error after k roundings that err by u each: (1 + u)^k - 1 <= ku / (1 - ku).
inline double growth(double ku) { return ku / (1 - ku); }

/// What the vectors hold. The words of --data, in this order.
enum class Data {
  random,         ///< whole numbers from -8 to 8, no zero: every sum is exact, in every type and order
  fractions,      ///< [0.5, 1), int: positive whole numbers: no term is small, float sums round
  equal,          ///< all 1
  cancelling,     ///< large numbers, each followed by nearly its opposite: the sum is next to nothing
  sorted,         ///< ascending, from negative to positive
  reversed,       ///< descending
  denormal,       ///< as random, in units of the smallest number above 0
  one_different,  ///< all 0 but one -1, somewhere
  book,           ///< of a dot product alone: a[i] = i, b[i] = 2 i
};

inline const std::vector<std::string> data_words = {
    "random", "fractions", "equal", "cancelling", "sorted", "reversed", "denormal", "one_different", "book"};

/// The Data named `word`, one of data_words.
inline Data data_named(const std::string& word) {
  return static_cast<Data>(std::find(data_words.begin(), data_words.end(), word) - data_words.begin());
}

/// The values of a vector of n elements. Each is a whole number of grains that T can hold, so that exact sums
/// are sums of 64-bit integers.
///
/// int: no sum of `in_one_sum` of the values leaves the type (of random ones: not by any chance that counts).
template <typename T>
class Elements {
 public:
  static constexpr bool is_integer = std::is_integral_v<T>;

  /// @param stream  vectors of one seed and different streams have nothing to do with each other
  /// @throws tutorial::UsageError where T cannot hold such data
  Elements(Data values, std::uint64_t seed, std::int64_t count, std::int64_t in_one_sum, int stream = 0)
      : data(values),
        n(count),
        random_(seed),
        first_(static_cast<std::uint64_t>(stream) << 41),
        limit_(largest(in_one_sum)),
        place_(n == 0 ? 0 : static_cast<std::int64_t>(random_.bits(first_) % static_cast<std::uint64_t>(n))) {
    tutorial::Program::require(!is_integer || data != Data::denormal,
                               "--data denormal: int has no such numbers");
    tutorial::Program::require(
        !is_integer || in_one_sum <= std::numeric_limits<int>::max() || data == Data::random ||
            data == Data::one_different,
        "--type int --data " + data_words[static_cast<std::size_t>(data)] +
            ": the sum of more than 2147483647 elements may not fit an int; use --data random");
  }

  /// Element i in grains.
  std::int64_t grains(std::int64_t i) const {
    switch (data) {
      case Data::fractions: return magnitude(i);
      case Data::equal: return 1;
      case Data::cancelling: return i % 2 == 0 ? magnitude(i) : bits(i) % 2 - magnitude(i - 1);
      case Data::sorted: return ramp(i);
      case Data::reversed: return ramp(n - 1 - i);
      case Data::one_different: return i == place_ ? -1 : 0;
      default: break;
    }
    const std::int64_t b = bits(i);
    return b % 2 == 0 ? 1 + (b >> 1) % 8 : -1 - (b >> 1) % 8;
  }

  /// A grain's size, a power of two.
  double grain() const {
    if (is_integer) return 1;
    switch (data) {
      case Data::fractions:
      case Data::sorted:
      case Data::reversed: return 0x1p-24;
      case Data::denormal: return std::numeric_limits<T>::denorm_min();
      default: return 1;
    }
  }

  T operator()(std::int64_t i) const { return static_cast<T>(static_cast<double>(grains(i)) * grain()); }

  /// No value is negative: a bound of the error relative to the sum holds.
  bool none_negative() const { return data == Data::fractions || data == Data::equal; }

  /// Additions do not round, in whatever order, where the magnitudes add up to `magnitude` grains: all sums
  /// on the way fit the type's significand. Random signs keep them small: of 2^36 numbers up to 8 the
  /// standard deviation is 1.3 million, and a float holds 16.7 million.
  bool sums_are_exact(double magnitude) const {
    if (is_integer || data == Data::random || data == Data::denormal) return true;
    return magnitude <= std::ldexp(1.0, std::numeric_limits<T>::digits);
  }

  const Data data;
  const std::int64_t n;

 private:
  // The largest magnitude. 24 bits, which a float can hold.
  static std::int64_t largest(std::int64_t in_one_sum) {
    if (!is_integer) return (std::int64_t{1} << 24) - 1;
    return std::clamp<std::int64_t>(std::numeric_limits<int>::max() / std::max<std::int64_t>(in_one_sum, 1),
                                    1, std::int64_t{1} << 20);
  }

  // A non-negative random number that belongs to element i.
  std::int64_t bits(std::int64_t i) const {
    return static_cast<std::int64_t>(random_.bits(first_ + static_cast<std::uint64_t>(i)) >> 16);
  }

  // The upper half of what a float's significand holds: never small beside another one. int: from 1.
  std::int64_t magnitude(std::int64_t i) const {
    const std::int64_t smallest = is_integer ? 1 : std::int64_t{1} << 23;
    return smallest + random_.below(static_cast<std::uint32_t>(limit_ - smallest + 1),
                                    first_ + static_cast<std::uint64_t>(i));
  }

  std::int64_t ramp(std::int64_t i) const {
    const auto share =
        static_cast<long double>(i) / static_cast<long double>(std::max<std::int64_t>(n - 1, 1));
    return static_cast<std::int64_t>(share * static_cast<long double>(2 * limit_)) - limit_;
  }

  tutorial::Random random_;
  std::uint64_t first_;
  std::int64_t limit_;
  std::int64_t place_;  // of the one that is different
};

/// The command line of the programs that sum one vector, one element a thread.
inline void add_sum_options(tutorial::Program& program, std::int64_t& n) {
  program.size("--n", n, "number of elements", {100'000'000, 1'000'000, 10'000});
  program.types({"float", "double", "int"});
  program.block_sizes({64, 128, 256, 512, 1024}, 128);
}

/// The command line of the programs that sum one vector with a grid that fills the device. Multiprocessors
/// hold 1024, 1536 or 2048 threads; blocks of 512 fill each of them.
inline void add_walk_options(tutorial::Program& program, std::int64_t& n, std::string& data) {
  program.size("--n", n, "number of elements", {100'000'000, 1'000'000, 10'000});
  program.choice("--data", data, "what the elements are", {data_words.begin(), data_words.end() - 1});
  program.types({"float", "double", "int"});
  program.block_sizes({64, 128, 256, 512, 1024}, 512);
}

/// A vector on the device, one partial sum a block, and what those sums must be.
///
/// Block p owns the elements i with (i / block_size) % blocks == p: a grid-stride walk. Where there are enough
/// blocks, that is one tile of block_size elements each; the last may own fewer.
template <typename T>
class Sum {
 public:
  /// What the host adds the partial sums in. The second step has one addition a block in sequence, no tree:
  /// in float its error would grow with their number until small terms vanish altogether, and int would
  /// overflow.
  using Total = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

  /// One element a thread; fractions, so that a value that is lost shows in its block's sum.
  /// @throws tutorial::CudaError where the device's memory is too small, before host memory is asked for
  Sum(std::uint64_t seed, std::int64_t count, int threads)
      : Sum(Elements<T>(Data::fractions, seed, count, threads), threads, tutorial::blocks_for(count, threads),
            0) {}

  /// `block_count` blocks that walk. The first element lies `offset` elements behind where device memory
  /// begins; those in front of it are poisoned.
  Sum(std::uint64_t seed, std::int64_t count, Data data, int threads, unsigned block_count,
      std::int64_t offset = 0)
      : Sum(Elements<T>(data, seed, count, count), threads, block_count, offset) {}

  /// The first element, on the device.
  const T* begin() const { return in.data() + (static_cast<std::int64_t>(in.size()) - n); }

  Data data() const { return values_.data; }

  /// The second step: the host adds the partial sums.
  Total total() const {
    Total sum = 0;
    for (const T block_sum : partial.to_host()) sum += block_sum;
    return sum;
  }

  /// What total() should be: exact for int, rounded once for floating-point types.
  Total exact_total() const {
    return in_units(std::accumulate(grains_.begin(), grains_.end(), std::int64_t{0}));
  }

  /// Every block's partial sum, then the total of the second step.
  ///
  /// A value passes through the additions of its thread's walk and log2(block_size) in the tree, each of which
  /// errs by a factor of 1 + u at most, u = 2^-24 in float: the sum errs by growth(k u) of the sum of the
  /// magnitudes at most, k the number of these additions. Where all sums on the way fit the significand it
  /// does not err at all (Elements::sums_are_exact), which holds for int, for random data, and for double up to
  /// 2^29 elements.
  ///
  /// One element a thread, float: at most 6.2e-4 for 1024 values, and no value is below 0.5: one that is lost,
  /// or counted twice, cannot hide in the tolerance.
  ///
  /// The total inherits the partial sums' error. The host's additions in double are exact as long as all
  /// magnitudes add up to 2^53 grains at most; beyond, each errs by 2^-53.
  tutorial::Verdict check() const {
    const std::int64_t walk = std::int64_t{blocks} * block_size;
    const std::int64_t additions = (n + walk - 1) / walk - 1 + levels();
    const tutorial::Tolerance tree =
        tolerance(additions, *std::max_element(magnitudes_.begin(), magnitudes_.end()));
    tutorial::Tolerance both = tolerance(additions, magnitude());
    if (!Elements<T>::is_integer && magnitude() > 0x1p53) {
      both.absolute += growth(blocks * unit_roundoff<double>) * magnitude() * values_.grain();
    }

    const tutorial::Verdict partials = tutorial::verify(
        partial.to_host(), [&](std::int64_t b) { return in_units(grains_[static_cast<std::size_t>(b)]); },
        tree, [](std::int64_t b) { return "partial sum of block " + std::to_string(b); });
    return first_wrong(partials, check_total(total(), both));
  }

  /// One number that the device has made of all elements, no value passing through more than `additions`.
  template <typename Number>
  tutorial::Verdict check_total(Number got, std::int64_t additions) const {
    return check_total(got, tolerance(additions, magnitude()));
  }

  /// How many additions a value passes through where `grid` blocks walk, climb their trees, and one block
  /// walks over the partial sums and climbs its tree. Loads of 16 bytes may add an element at both ends.
  std::int64_t additions(unsigned grid) const {
    const std::int64_t walk = std::int64_t{grid} * block_size;
    return n / walk + 8 + levels() + grid / block_size + 1 + levels();
  }

  /// The table's row for a kernel that must read every element once. Its few writes do not count.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant + ", " + std::to_string(block_size) + " threads",
            .size = tutorial::count_text(n),
            .work = static_cast<double>(n) * sizeof(T),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  /// A row whose time ends when the sum is on the host: to be compared with its like alone.
  tutorial::Case end_to_end_row(const std::string& variant) const {
    tutorial::Case end_to_end = row(variant);
    end_to_end.size += ", end to end";
    return end_to_end;
  }

  /// The line below the table: the result of both steps beside the exact sum.
  std::string result_text() const {
    return "sum of the " + std::to_string(blocks) + (blocks == 1 ? " partial sum " : " partial sums ") +
           tutorial::value_text(total()) + exact_text() + "; each partial sum was checked";
  }

  /// The same for a sum that the device has made alone.
  std::string result_text(T sum) const {
    return "sum " + tutorial::value_text(static_cast<Total>(sum)) + exact_text();
  }

  const std::int64_t n;
  const int block_size;
  const unsigned blocks;
  tutorial::DeviceBuffer<T> in;
  tutorial::DeviceBuffer<T> partial;

 private:
  Sum(const Elements<T>& values, int threads, unsigned block_count, std::int64_t offset)
      : n(values.n),
        block_size(threads),
        blocks(block_count),
        in(static_cast<std::size_t>(offset + n)),
        partial(blocks),
        values_(values),
        grains_(blocks),
        magnitudes_(blocks) {
    std::vector<T> host(static_cast<std::size_t>(n));
    struct BlockSums {
      std::vector<std::int64_t> grains;
      std::vector<double> magnitudes;  // whole numbers: exact in any order
    };
    const std::int64_t rows = (n + block_size - 1) / block_size;  // each belongs to one block
    std::vector<BlockSums> parts(static_cast<std::size_t>(tutorial::part_count(rows, block_size)));
    tutorial::in_parts(rows, block_size, [&](int part, std::int64_t first, std::int64_t last) {
      BlockSums sums{std::vector<std::int64_t>(blocks), std::vector<double>(blocks)};
      for (std::int64_t row = first; row < last; ++row) {
        const auto block = static_cast<std::size_t>(row % blocks);
        for (std::int64_t i = row * block_size; i < std::min(n, (row + 1) * block_size); ++i) {
          const std::int64_t grains = values_.grains(i);
          host[static_cast<std::size_t>(i)] = static_cast<T>(static_cast<double>(grains) * values_.grain());
          sums.grains[block] += grains;
          sums.magnitudes[block] += static_cast<double>(std::abs(grains));
        }
      }
      parts[static_cast<std::size_t>(part)] = std::move(sums);
    });
    for (const BlockSums& part : parts) {
      for (std::size_t block = 0; block < blocks; ++block) {
        grains_[block] += part.grains[block];
        magnitudes_[block] += part.magnitudes[block];
      }
    }
    if (n != 0) {
      CUDA_CHECK(
          cudaMemcpy(in.data() + offset, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
  }

  std::int64_t levels() const { return std::countr_zero(static_cast<unsigned>(block_size)); }

  Total in_units(std::int64_t grains) const {
    return static_cast<Total>(grains) * static_cast<Total>(values_.grain());
  }

  double magnitude() const { return std::accumulate(magnitudes_.begin(), magnitudes_.end(), 0.0); }

  // Of sums whose magnitudes add up to `grains`, after that many additions.
  tutorial::Tolerance tolerance(std::int64_t additions, double grains) const {
    if (values_.sums_are_exact(grains)) return {};
    const double relative = growth(static_cast<double>(additions) * unit_roundoff<T>);
    if (values_.none_negative()) return {.relative = relative};
    return {.absolute = relative * grains * values_.grain()};
  }

  template <typename Number>
  tutorial::Verdict check_total(Number got, const tutorial::Tolerance& allowed) const {
    return tutorial::verify(
        std::vector<Number>{got}, [&](std::int64_t) { return exact_total(); }, allowed,
        [](std::int64_t) { return std::string("total"); });
  }

  std::string exact_text() const {
    std::string text = ", exact sum " + tutorial::value_text(exact_total());
    if (values_.data == Data::cancelling) {
      text += " (the magnitudes add up to " + tutorial::value_text(magnitude() * values_.grain()) + ")";
    }
    return text;
  }

  Elements<T> values_;
  std::vector<std::int64_t> grains_;  // the exact partial sums
  std::vector<double> magnitudes_;    // in grains
};

/// What the user wants of a dot product.
struct DotOptions {
  std::int64_t n = 0;
  std::string data;
  std::int64_t offset_a = 0;  ///< elements of device memory in front of the first of a
  std::int64_t offset_b = 0;
};

/// What the vectors hold, and in what type.
inline void add_dot_data(tutorial::Program& program, DotOptions& options) {
  program.choice("--data", options.data, "what the elements are; book: a[i] = i, b[i] = 2 i, n up to 2097152",
                 {"random", "fractions", "cancelling", "denormal", "book"});
  program.types({"float", "double"});
}

/// The command line of the dot products with a grid that fills the device.
inline void add_dot_options(tutorial::Program& program, DotOptions& options) {
  program.size("--n", options.n, "number of elements", {100'000'000, 1'000'000, 10'000});
  add_dot_data(program, options);
}

/// Where the vectors begin, for kernels that care.
inline void add_dot_offsets(tutorial::Program& program, DotOptions& options) {
  program.size("--offset-a", options.offset_a,
               "elements in front of a's first, so that it need not be aligned", {0, 0, 0});
  program.size("--offset-b", options.offset_b, "the same for b", {0, 0, 0});
}

/// Two vectors on the device, the partial sums of their product, and what those must be.
///
/// Block p owns the elements i with (i / block_size) % blocks == p: a grid-stride walk.
template <typename T>
class Dot {
 public:
  /// `data`: book, random, fractions, cancelling or denormal. The first elements of a and of b lie `offset_a`
  /// and `offset_b` elements behind where device memory begins; what is in front of them is poisoned.
  /// @throws tutorial::UsageError where the book's closed form would not fit 64 bits
  Dot(std::uint64_t seed, std::int64_t count, Data data, int threads, unsigned block_limit,
      std::int64_t offset_a = 0, std::int64_t offset_b = 0)
      : n(checked(count, data)),
        book(data == Data::book),
        block_size(threads),
        blocks(std::min(tutorial::blocks_for(count, threads), block_limit)),
        a(static_cast<std::size_t>(offset_a + n)),
        b(static_cast<std::size_t>(offset_b + n)),
        partial(blocks),
        data_(data),
        reference_(blocks),
        magnitudes_(blocks) {
    const Pairs pairs(data, seed, n);
    std::vector<T> host_a(static_cast<std::size_t>(n));
    std::vector<T> host_b(host_a.size());
    struct Row {
      long double sum = 0;
      long double magnitude = 0;
    };
    std::vector<Row> rows(static_cast<std::size_t>((n + threads - 1) / threads));
    tutorial::in_parts(std::ssize(rows), threads, [&](int, std::int64_t first, std::int64_t last) {
      for (std::int64_t row = first; row < last; ++row) {
        Row sums;
        for (std::int64_t i = row * threads; i < std::min(n, (row + 1) * threads); ++i) {
          const T x = pairs.a(i);
          const T y = pairs.b(i);
          host_a[static_cast<std::size_t>(i)] = x;
          host_b[static_cast<std::size_t>(i)] = y;
          const long double product = static_cast<long double>(x) * static_cast<long double>(y);
          sums.sum += product;
          sums.magnitude += std::abs(product);
        }
        rows[static_cast<std::size_t>(row)] = sums;
      }
    });
    // A long double row, then the rows of a block: an error too small to count beside that of T.
    for (std::size_t row = 0; row < rows.size(); ++row) {
      reference_[row % blocks] += rows[row].sum;
      magnitudes_[row % blocks] += static_cast<double>(rows[row].magnitude);
    }
    if (n != 0) {
      CUDA_CHECK(
          cudaMemcpy(a.data() + offset_a, host_a.data(), host_a.size() * sizeof(T), cudaMemcpyHostToDevice));
      CUDA_CHECK(
          cudaMemcpy(b.data() + offset_b, host_b.data(), host_b.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
  }

  Dot(std::uint64_t seed, const DotOptions& options, int threads, unsigned block_limit)
      : Dot(seed, options.n, data_named(options.data), threads, block_limit, options.offset_a,
            options.offset_b) {}

  /// `book_data`: a[i] = i and b[i] = 2 i, as in [SandersKandrot]. Else fractions.
  Dot(std::uint64_t seed, std::int64_t count, bool book_data, int threads, int block_limit)
      : Dot(seed, count, book_data ? Data::book : Data::fractions, threads,
            static_cast<unsigned>(block_limit)) {}

  /// The first elements, on the device.
  const T* begin_a() const { return a.data() + (static_cast<std::int64_t>(a.size()) - n); }
  const T* begin_b() const { return b.data() + (static_cast<std::int64_t>(b.size()) - n); }

  /// The last step, on the host: the partial sums added in double, the result rounded to T once.
  T total() const { return sum_of(partial); }

  /// The same for partial sums that lie elsewhere.
  static T sum_of(const tutorial::DeviceBuffer<T>& partials) {
    double sum = 0;
    for (const T block_sum : partials.to_host()) sum += block_sum;
    return static_cast<T>(sum);
  }

  /// What total() should be. Book: 2 * x (x + 1)(2x + 1) / 6 with x = n - 1, a whole number.
  double exact_total() const {
    if (book) {
      const auto count = static_cast<std::uint64_t>(n);
      return static_cast<double>((count - 1) * count * (2 * count - 1) / 3);  // n = 0: a factor is 0
    }
    return static_cast<double>(std::accumulate(reference_.begin(), reference_.end(), 0.0L));
  }

  /// Every block's partial sum, then the total.
  ///
  /// A product is rounded once, passes through at most steps - 1 more roundings in its thread's register and
  /// log2(block_size) in the tree. The error is at most growth(k u) of the sum of the products' magnitudes, k
  /// the number of these roundings. The host's additions and the last rounding to T add as many of their own.
  /// With fractions no product is below 0.25; the tolerance is smaller up to a million elements in float and
  /// 10^10 in double, so that a lost element cannot hide. With the book's data and float a small product can.
  /// Random and denormal data do not round at all, and a lost element cannot hide in any number of them.
  tutorial::Verdict check() const {
    const std::int64_t walk = std::int64_t{blocks} * block_size;
    const std::int64_t roundings = (n + walk - 1) / walk + levels();
    const tutorial::Tolerance tree =
        tolerance(roundings, *std::max_element(magnitudes_.begin(), magnitudes_.end()));
    tutorial::Tolerance both = tolerance(roundings, magnitude());
    if (!exact()) both.absolute += (blocks * unit_roundoff<double> + unit_roundoff<T>)*magnitude();

    const tutorial::Verdict partials = tutorial::verify(
        partial.to_host(),
        [&](std::int64_t p) { return static_cast<double>(reference_[static_cast<std::size_t>(p)]); }, tree,
        [](std::int64_t p) { return "partial sum of block " + std::to_string(p); });
    return first_wrong(partials, check_total(total(), both));
  }

  /// One number that the device has made of all elements, no product passing through more than `roundings`.
  tutorial::Verdict check_total(T got, std::int64_t roundings) const {
    return check_total(got, tolerance(roundings, magnitude()));
  }

  /// How many roundings a product passes through where `grid` blocks walk, climb their trees, and one block
  /// walks over the partial sums and climbs its tree. Loads of 16 bytes may add an element at both ends.
  std::int64_t roundings(unsigned grid) const {
    const std::int64_t walk = std::int64_t{grid} * block_size;
    return n / walk + 9 + levels() + grid / block_size + 1 + levels();
  }

  /// The table's row for a kernel that must read every element of both vectors once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = 2 * static_cast<double>(n) * sizeof(T),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  /// A row whose time ends when the result is on the host: to be compared with its like alone.
  tutorial::Case end_to_end_row(const std::string& variant) const {
    tutorial::Case end_to_end = row(variant);
    end_to_end.size += ", end to end";
    return end_to_end;
  }

  /// The line below the table: what is wanted, what came out, how far apart. With the book's data also
  /// whether T could hold the answer at all; the reference of other data may be rounded itself.
  std::string result_text() const { return result_text(total()); }

  /// The same for a result that the device has made alone.
  std::string result_text(T got) const {
    const double want = exact_total();
    const T nearest = static_cast<T>(want);
    const double unit = std::nextafter(nearest, std::numeric_limits<T>::infinity()) - nearest;
    const double distance = std::round(std::abs(static_cast<double>(got) - want) / unit * 100) / 100;
    std::string text = std::string(book ? "closed form " : "reference ") + whole_text(want) + ", result " +
                       whole_text(got) + ": " + tutorial::value_text(distance) +
                       " units in the last place apart (one unit is " + whole_text(unit) + ")";
    if (data_ == Data::cancelling) text += "; the products' magnitudes add up to " + whole_text(magnitude());
    if (book && static_cast<double>(nearest) == want) text += "; the type holds the exact answer";
    if (book && static_cast<double>(nearest) != want) {
      text += "; the type cannot hold the exact answer, the nearest value is " + whole_text(nearest);
    }
    return text;
  }

  const std::int64_t n;
  const bool book;
  const int block_size;
  const unsigned blocks;
  tutorial::DeviceBuffer<T> a;
  tutorial::DeviceBuffer<T> b;
  tutorial::DeviceBuffer<T> partial;

 private:
  // The elements of both vectors. What is special about the data is in a: b has whole numbers where the sum
  // must not round, and where it must cancel each second element is the one before.
  class Pairs {
   public:
    Pairs(Data data, std::uint64_t seed, std::int64_t count)
        : data_(data),
          a_(data, seed, count, count),
          b_(data == Data::denormal     ? Data::random
             : data == Data::cancelling ? Data::fractions
                                        : data,
             seed, count, count, 1) {}

    T a(std::int64_t i) const { return data_ == Data::book ? static_cast<T>(i) : a_(i); }
    T b(std::int64_t i) const {
      if (data_ == Data::book) return static_cast<T>(2 * i);
      return b_(data_ == Data::cancelling ? i / 2 : i);
    }

   private:
    Data data_;
    Elements<T> a_;
    Elements<T> b_;
  };

  // (n - 1) n (2n - 1) < 2^64 up to here; i and 2 i are exact in float.
  static std::int64_t checked(std::int64_t n, Data data) {
    tutorial::Program::require(
        data != Data::book || n <= std::int64_t{1} << 21,
        "--n must not exceed 2097152 with --data book, whose closed form must fit 64 bits; "
        "use --data random");
    return n;
  }

  std::int64_t levels() const { return std::countr_zero(static_cast<unsigned>(block_size)); }
  double magnitude() const { return std::accumulate(magnitudes_.begin(), magnitudes_.end(), 0.0); }

  // Products of whole numbers, at most 64, whose random signs keep all sums below 2^24 (see
  // Elements::sums_are_exact: the standard deviation of 2^32 of them is 1.7 million).
  bool exact() const { return data_ == Data::random || data_ == Data::denormal; }

  // Of sums of products whose magnitudes add up to `magnitude`, after that many roundings.
  tutorial::Tolerance tolerance(std::int64_t roundings, double magnitude) const {
    if (exact()) return {};
    const double relative = growth(static_cast<double>(roundings) * unit_roundoff<T>);
    if (data_ == Data::cancelling) return {.absolute = relative * magnitude};
    return {.relative = relative};
  }

  tutorial::Verdict check_total(T got, const tutorial::Tolerance& allowed) const {
    return tutorial::verify(
        std::vector<T>{got}, [&](std::int64_t) { return exact_total(); }, allowed,
        [](std::int64_t) { return std::string("total"); });
  }

  // All digits of a whole number, not an exponent.
  static std::string whole_text(double value) {
    const bool whole = std::abs(value) < 0x1p63 && value == std::floor(value);
    return whole ? tutorial::value_text(static_cast<std::int64_t>(value)) : tutorial::value_text(value);
  }

  Data data_;
  std::vector<long double> reference_;
  std::vector<double> magnitudes_;
};

}  // namespace ch06
