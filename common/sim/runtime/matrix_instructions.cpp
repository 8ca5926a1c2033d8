// mma.sync and the moves of 8x8 fp16 matrices: the PTX manual says which lane holds which element. Products are exact and are added in the
// order of k, as in <mma.h>: in float for all small floats, whatever the type of the sum, which is rounded once at the end.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "cudasim/fp8.hpp"
#include "cudasim/ptx_matrix.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/warp.hpp"
#include "sim/runtime/observer.hpp"

namespace cudasim::detail {
namespace {

/// What the lanes lay out for all of them.
template <class T>
class Together {
 public:
  explicit Together(const Site& site) : site_(site) {
    if (ballot(~0u, true, site) != ~0u) misused(site, "all 32 lanes of a warp must call it");
    table_ = shuffle(~0u, lane_id() == 0 ? new T : nullptr, 0, site);
  }
  ~Together() {
    meet();
    if (lane_id() == 0) delete table_;
  }
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;
  T* operator->() const { return table_; }
  void meet() const { ballot(~0u, true, site_); }

 private:
  const Site& site_;
  T* table_;
};

constexpr unsigned bits_of(MatrixElement element) {
  switch (element) {
    case MatrixElement::f64: return 64;
    case MatrixElement::tf32: return 32;
    case MatrixElement::f16:
    case MatrixElement::bf16: return 16;
    default: return 8;
  }
}

std::uint64_t field(const void* registers, unsigned index, unsigned bits) {
  std::uint64_t value = 0;
  std::memcpy(&value, static_cast<const char*>(registers) + std::size_t{index} * (bits / 8), bits / 8);
  return value;
}

template <class Number, MatrixElement element>
Number number(std::uint64_t bits) {
  const auto half = static_cast<std::uint16_t>(bits);
  const auto byte = static_cast<unsigned char>(bits);
  switch (element) {
    case MatrixElement::f16: return static_cast<Number>(widen<5, 10>(half));
    case MatrixElement::bf16: return static_cast<Number>(widen<8, 7>(half));
    case MatrixElement::tf32:
      return static_cast<Number>(bits_as<float>(static_cast<unsigned>(bits) & 0xffffe000u));
    case MatrixElement::f64: return static_cast<Number>(bits_as<double>(bits));
    case MatrixElement::u8: return static_cast<Number>(byte);
    case MatrixElement::s8: return static_cast<Number>(static_cast<signed char>(byte));
    case MatrixElement::e4m3: return static_cast<Number>(fp8::to_float(byte, __NV_E4M3));
    default: return static_cast<Number>(fp8::to_float(byte, __NV_E5M2));
  }
}

/// Calls `use(i, number)` for each element of the registers.
template <class Number, MatrixElement element, class Use>
void each_number_of(const void* registers, unsigned count, Use use) {
  for (unsigned i = 0; i < count; ++i) use(i, number<Number, element>(field(registers, i, bits_of(element))));
}
template <class Number, class Use>
void each_number(MatrixElement element, const void* registers, unsigned count, Use use) {
  using E = MatrixElement;
  switch (element) {
    case E::f16: return each_number_of<Number, E::f16>(registers, count, use);
    case E::bf16: return each_number_of<Number, E::bf16>(registers, count, use);
    case E::tf32: return each_number_of<Number, E::tf32>(registers, count, use);
    case E::f64: return each_number_of<Number, E::f64>(registers, count, use);
    case E::u8: return each_number_of<Number, E::u8>(registers, count, use);
    case E::s8: return each_number_of<Number, E::s8>(registers, count, use);
    case E::e4m3: return each_number_of<Number, E::e4m3>(registers, count, use);
    default: return each_number_of<Number, E::e5m2>(registers, count, use);
  }
}

constexpr unsigned most_rows = 16, most_depth = 32, columns = 8;

template <class Number>
struct Factors {
  Number a[most_rows][most_depth], b[most_depth][columns];
};

/// The lane's elements of both factors: registers go down by 8 rows, then along k by 4 registers' worth.
template <class Number>
void lay_out(const MatrixProduct& product, const void* a, const void* b, Factors<Number>& factors) {
  const unsigned in_word = 32 / std::min(bits_of(product.a), 32u);  // a power of two
  const unsigned word_bits = static_cast<unsigned>(__builtin_ctz(in_word));
  const unsigned group = lane_id() / 4, member = lane_id() % 4, two_halves = product.m / 16;
  const auto along_k = [=](unsigned i, unsigned word) {
    return (member + word * 4) * in_word + (i & (in_word - 1));
  };
  each_number<Number>(product.a, a, product.m * product.k / 32, [&](unsigned i, Number value) {
    const unsigned word = i >> word_bits;
    factors.a[group + 8 * (word & two_halves)][along_k(i, word >> two_halves)] = value;
  });
  each_number<Number>(product.b, b, product.k * columns / 32, [&](unsigned i, Number value) {
    factors.b[along_k(i, i >> word_bits)][group] = value;
  });
}

/// Sums of 8-bit products are exact in 64 bits; on a device they wrap or saturate.
std::int32_t fitted(std::int64_t sum, bool saturates) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (saturates) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
}

template <class Number>
Number read_sum(MatrixElement type, const void* c, unsigned i) {
  switch (type) {
    case MatrixElement::f16: return number<Number, MatrixElement::f16>(field(c, i, 16));
    case MatrixElement::f32:
      return static_cast<Number>(bits_as<float>(static_cast<unsigned>(field(c, i, 32))));
    case MatrixElement::s32: return static_cast<Number>(static_cast<std::int32_t>(field(c, i, 32)));
    default: return number<Number, MatrixElement::f64>(field(c, i, 64));
  }
}

template <class T>
void put(void* registers, unsigned i, T value) {
  std::memcpy(static_cast<char*>(registers) + std::size_t{i} * sizeof(T), &value, sizeof(T));
}

template <class Number>
void write_sum(const MatrixProduct& product, void* d, unsigned i, Number sum) {
  switch (product.sum) {
    case MatrixElement::f16: return put(d, i, narrow<5, 10>(static_cast<double>(sum), Rounding::nearest));
    case MatrixElement::f32: return put(d, i, static_cast<float>(sum));
    case MatrixElement::s32: return put(d, i, fitted(static_cast<std::int64_t>(sum), product.saturates));
    default: return put(d, i, static_cast<double>(sum));
  }
}

template <class Number>
void multiply(const MatrixProduct& product, void* d, const void* a, const void* b, const void* c,
              const Site& site) {
  const Together<Factors<Number>> factors(site);
  lay_out(product, a, b, *factors.operator->());
  factors.meet();
  const unsigned group = lane_id() / 4, column = lane_id() % 4 * 2;
  for (unsigned half = 0; half < product.m / 8; ++half) {
    const Number* const row = factors->a[group + half * 8];
    // Both sums at a time: each addition to one of them waits for the one before.
    Number left = read_sum<Number>(product.sum, c, 2 * half),
           right = read_sum<Number>(product.sum, c, 2 * half + 1);
    for (unsigned k = 0; k < product.k; ++k) {
      left += row[k] * factors->b[k][column];
      right += row[k] * factors->b[k][column + 1];
    }
    write_sum(product, d, 2 * half, left);
    write_sum(product, d, 2 * half + 1, right);
  }
}

/// Two fp16 numbers in a row of matrix `matrix`.
std::uint16_t half_of(const MatrixRow* const* rows, unsigned matrix, unsigned row, unsigned column) {
  const unsigned word = rows[8 * matrix + row]->word[column / 2];
  return static_cast<std::uint16_t>(column % 2 == 0 ? word : word >> 16);
}

template <class T>
struct OfLanes {
  const T* of_lane[32];
};

}  // namespace

void multiply_matrices(const MatrixProduct& product, void* d, const void* a, const void* b, const void* c,
                       const Site& site) {
  const WarpOperationScope scope;
  if (product.sum == MatrixElement::s32)
    multiply<std::int64_t>(product, d, a, b, c, site);
  else if (product.sum == MatrixElement::f64)
    multiply<double>(product, d, a, b, c, site);
  else
    multiply<float>(product, d, a, b, c, site);
}

void deal_rows(const MatrixRow& row, unsigned* parts, unsigned matrices, bool turned, const Site& site) {
  const WarpOperationScope scope;
  const Together<OfLanes<MatrixRow>> rows(site);
  const unsigned lane = lane_id(), group = lane / 4, member = lane % 4;
  rows->of_lane[lane] = &row;
  rows.meet();
  for (unsigned i = 0; i < matrices; ++i) {
    const unsigned low =
        turned ? half_of(rows->of_lane, i, 2 * member, group) : half_of(rows->of_lane, i, group, 2 * member);
    const unsigned high = turned ? half_of(rows->of_lane, i, 2 * member + 1, group)
                                 : half_of(rows->of_lane, i, group, 2 * member + 1);
    parts[i] = low | high << 16;
  }
}

void gather_rows(MatrixRow& row, const unsigned* parts, unsigned matrices, bool turned, const Site& site) {
  const WarpOperationScope scope;
  const Together<OfLanes<unsigned>> held(site);
  const unsigned lane = lane_id(), matrix = lane / 8, own = lane % 8;
  held->of_lane[lane] = parts;
  held.meet();
  row = {};
  for (unsigned column = 0; column < 8 && matrix < matrices; ++column) {
    const unsigned holder = turned ? 4 * column + own / 2 : 4 * own + column / 2;
    const unsigned word = held->of_lane[holder][matrix];
    const unsigned half = (turned ? own : column) % 2 == 0 ? word & 0xffffu : word >> 16;
    row.word[column / 2] |= half << column % 2 * 16;
  }
}

}  // namespace cudasim::detail
