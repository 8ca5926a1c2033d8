// A step of XORWOW without its counter is linear over bits. So are several steps, and their matrix is a power of that of one step.
#include "cudasim/xorwow.hpp"

#include <array>
#include <memory>

namespace cudasim::detail {
namespace {

constexpr unsigned word_bits = 32;
constexpr unsigned state_bits = 5 * word_bits;
constexpr unsigned powers = 67 + 64;

using Words = std::array<unsigned, 5>;
using Matrix = std::array<Words, state_bits>;  // the result of each single bit

Words step(const Words& v) {
  const unsigned mixed = v[0] ^ (v[0] >> 2);
  return {v[1], v[2], v[3], v[4], v[4] ^ (v[4] << 4) ^ mixed ^ (mixed << 1)};
}

Words product(const Matrix& matrix, const Words& v) {
  Words result{};
  for (unsigned bit = 0; bit < state_bits; ++bit) {
    if ((v[bit / word_bits] >> bit % word_bits & 1u) == 0) continue;
    for (unsigned i = 0; i < result.size(); ++i) result[i] ^= matrix[bit][i];
  }
  return result;
}

/// The matrix of 2^k steps, for k from 0.
using Table = std::array<Matrix, powers>;

std::unique_ptr<Table> make_table() {
  auto table = std::make_unique<Table>();
  for (unsigned bit = 0; bit < state_bits; ++bit) {
    Words alone{};
    alone[bit / word_bits] = 1u << bit % word_bits;
    (*table)[0][bit] = step(alone);
  }
  for (unsigned k = 1; k < powers; ++k) {
    const Matrix& half = (*table)[k - 1];
    for (unsigned bit = 0; bit < state_bits; ++bit) (*table)[k][bit] = product(half, half[bit]);
  }
  return table;
}

}  // namespace

void skip_xorwow(unsigned (&words)[5], std::uint64_t count, unsigned exponent) {
  static const Table& table = *make_table().release();
  Words state{words[0], words[1], words[2], words[3], words[4]};
  for (unsigned k = exponent; count != 0; count >>= 1, ++k)
    if ((count & 1) != 0) state = product(table[k], state);
  for (unsigned i = 0; i < state.size(); ++i) words[i] = state[i];
}

}  // namespace cudasim::detail
