#include "sim/runtime/bulk_reduction.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cudasim/small_float.hpp"

namespace cudasim {
namespace {

using detail::BulkElement;
using detail::BulkOperation;

template <std::size_t size>
using Bits =
    std::conditional_t<size == 2, std::uint16_t, std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>;

template <class T>
T combined(BulkOperation operation, T old, T value) {
  switch (operation) {
    case BulkOperation::add:
      if constexpr (std::is_integral<T>::value) {
        using Unsigned = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(value));
      } else {
        return old + value;
      }
    case BulkOperation::max: return old < value || old != old ? value : old;
    case BulkOperation::min: return value < old || old != old ? value : old;
    default: break;
  }
  if constexpr (std::is_integral<T>::value) {
    switch (operation) {
      case BulkOperation::inc: return old >= value ? T{0} : static_cast<T>(old + 1);
      case BulkOperation::dec: return old == 0 || old > value ? value : static_cast<T>(old - 1);
      case BulkOperation::and_op: return old & value;
      case BulkOperation::or_op: return old | value;
      case BulkOperation::xor_op: return old ^ value;
      default: break;
    }
  }
  return old;
}

/// Applies new_value(old bits, bits of `from`).
template <std::size_t size, class NewValue>
void exchange(void* to, const void* from, NewValue new_value) {
  using Word = Bits<size>;
  auto* word = static_cast<Word*>(to);
  Word operand;
  std::memcpy(&operand, from, size);
  Word old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(word, &old, new_value(old, operand), false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
}

template <class T>
void reduce(BulkOperation operation, void* to, const void* from) {
  using Word = Bits<sizeof(T)>;
  exchange<sizeof(T)>(to, from, [operation](Word old, Word value) {
    T a, b;
    std::memcpy(&a, &old, sizeof a);
    std::memcpy(&b, &value, sizeof b);
    const T result = combined(operation, a, b);
    std::memcpy(&old, &result, sizeof old);
    return old;
  });
}

/// For 16 bits: computes in float and rounds once.
template <int exponent_bits, int fraction_bits>
void reduce_small(BulkOperation operation, void* to, const void* from) {
  exchange<2>(to, from, [operation](std::uint16_t old, std::uint16_t value) {
    const float result = combined(operation, widen<exponent_bits, fraction_bits>(old),
                                  widen<exponent_bits, fraction_bits>(value));
    return narrow<exponent_bits, fraction_bits>(static_cast<double>(result), Rounding::nearest);
  });
}

}  // namespace

std::size_t bytes_of(BulkElement element) {
  switch (element) {
    case BulkElement::f16:
    case BulkElement::bf16: return 2;
    case BulkElement::u32:
    case BulkElement::s32:
    case BulkElement::f32: return 4;
    default: return 8;
  }
}

void reduce_element(const detail::BulkReduction& reduction, void* to, const void* from) {
  const BulkOperation operation = reduction.operation;
  switch (reduction.element) {
    case BulkElement::u32: return reduce<std::uint32_t>(operation, to, from);
    case BulkElement::s32: return reduce<std::int32_t>(operation, to, from);
    case BulkElement::u64: return reduce<std::uint64_t>(operation, to, from);
    case BulkElement::s64: return reduce<std::int64_t>(operation, to, from);
    case BulkElement::f32: return reduce<float>(operation, to, from);
    case BulkElement::f64: return reduce<double>(operation, to, from);
    case BulkElement::f16: return reduce_small<5, 10>(operation, to, from);
    case BulkElement::bf16: return reduce_small<8, 7>(operation, to, from);
  }
}

}  // namespace cudasim
