// Functions that replace inline PTX: one for each instruction, with its name, and one for each special register.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "cudasim/async_copy.hpp"
#include "cudasim/builtins.hpp"
#include "cudasim/cluster.hpp"
#include "cudasim/intrinsics.hpp"
#include "cudasim/ordered_atomics.hpp"
#include "cudasim/rounding.hpp"
#include "cudasim/shared.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/warp.hpp"

namespace cudasim {
namespace detail {
unsigned multiprocessor_count();
/// Of the host's clock.
unsigned long nanoseconds();
}  // namespace detail
namespace ptx {

/// An operand as a register of the instruction's type: the same bits, or the same number where the sizes differ.
template <class T, class U>
__attribute__((always_inline)) inline T as(const U& value) {
  if constexpr (std::is_array_v<U>) {  // its address, as a register has it
    return as<T>(reinterpret_cast<unsigned long>(&value));
  } else if constexpr (sizeof(T) == sizeof(U)) {
    T result;
    __builtin_memcpy(&result, static_cast<const void*>(&value), sizeof(T));
    return result;
  } else {
    return static_cast<T>(value);
  }
}
template <class U, class T>
__attribute__((always_inline)) inline void set(U& to, const T& value) {
  to = as<U>(value);
}

inline unsigned laneid() { return detail::lane_id(); }
inline unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned warpid() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
inline unsigned nwarpid() { return (threads_of_block() + 31) / 32; }
/// Block i is on SM i % nsmid() from start to end. On a device any other assignment is possible.
inline unsigned nsmid() { return detail::multiprocessor_count(); }
inline unsigned smid() { return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % nsmid(); }
inline unsigned lanemask_eq() { return 1u << laneid(); }
inline unsigned lanemask_lt() { return lanemask_eq() - 1; }
inline unsigned lanemask_le() { return lanemask_lt() | lanemask_eq(); }
inline unsigned lanemask_ge() { return ~lanemask_lt(); }
inline unsigned lanemask_gt() { return ~lanemask_le(); }
inline unsigned long clock64() { return static_cast<unsigned long>(detail::cycles()); }
inline unsigned clock() { return static_cast<unsigned>(clock64()); }
inline unsigned long globaltimer() { return detail::nanoseconds(); }
#define CUDASIM_REGISTERS(name, variable)           \
  inline unsigned name##_x() { return variable.x; } \
  inline unsigned name##_y() { return variable.y; } \
  inline unsigned name##_z() { return variable.z; }
CUDASIM_REGISTERS(tid, threadIdx)
CUDASIM_REGISTERS(ntid, blockDim)
CUDASIM_REGISTERS(ctaid, blockIdx)
CUDASIM_REGISTERS(nctaid, gridDim)
CUDASIM_REGISTERS(cluster_nctaid, detail::cluster_dimensions())
#undef CUDASIM_REGISTERS
#define CUDASIM_CLUSTER_REGISTERS(direction)                                                                \
  inline unsigned cluster_ctaid_##direction() { return blockIdx.direction % cluster_nctaid_##direction(); } \
  inline unsigned clusterid_##direction() { return blockIdx.direction / cluster_nctaid_##direction(); }
CUDASIM_CLUSTER_REGISTERS(x)
CUDASIM_CLUSTER_REGISTERS(y)
CUDASIM_CLUSTER_REGISTERS(z)
#undef CUDASIM_CLUSTER_REGISTERS

// The names end with _ since some are words of C++.
#define CUDASIM_UNARY(name, expression) \
  template <class T>                    \
  inline auto name##_(T a) {            \
    return expression;                  \
  }
#define CUDASIM_BINARY(name, expression) \
  template <class T>                     \
  inline auto name##_(T a, T b) {        \
    return expression;                   \
  }
#define CUDASIM_TERNARY(name, expression) \
  template <class T>                      \
  inline auto name##_(T a, T b, T c) {    \
    return expression;                    \
  }

template <class T>
constexpr unsigned bits_of = 8 * sizeof(T);
/// Wraps as registers do.
template <class T, class Wide>
constexpr T low(Wide value) {
  return static_cast<T>(value);
}
template <class T, bool = std::is_integral<T>::value>
struct Unsigned {
  using Type = std::make_unsigned_t<T>;
};
template <class T>
struct Unsigned<T, false> {
  using Type = T;
};
/// Integers are added and multiplied without signs, in at least 32 bits.
template <class T>
constexpr auto plain(T a) {
  return +static_cast<typename Unsigned<T>::Type>(a);
}
template <class T>
using Double = std::conditional_t<sizeof(T) == 8,
                                  std::conditional_t<std::is_signed<T>::value, __int128, unsigned __int128>,
                                  std::conditional_t<std::is_signed<T>::value, long, unsigned long>>;

CUDASIM_UNARY(mov, a)
CUDASIM_UNARY(neg, low<T>(-plain(a)))
CUDASIM_UNARY(abs, a < 0 ? low<T>(-plain(a)) : a)
CUDASIM_UNARY(brev, sizeof(T) == 8 ? static_cast<T>(__brevll(static_cast<unsigned long long>(a)))
                                   : static_cast<T>(__brev(static_cast<unsigned>(a))))
CUDASIM_UNARY(popc, static_cast<unsigned>(__builtin_popcountll(static_cast<unsigned long long>(a))))
CUDASIM_UNARY(clz, a == 0 ? bits_of<T> : static_cast<unsigned>(__builtin_clzll(a)) - (64 - bits_of<T>))
CUDASIM_BINARY(and, low<T>(a& b))
CUDASIM_BINARY(or, low<T>(a | b))
CUDASIM_BINARY(xor, low<T>(a ^ b))
CUDASIM_BINARY(add, low<T>(plain(a) + plain(b)))
CUDASIM_BINARY(sub, low<T>(plain(a) - plain(b)))
CUDASIM_BINARY(mul, a* b)
CUDASIM_BINARY(mul_lo, low<T>(plain(a) * plain(b)))
CUDASIM_BINARY(mul_hi, low<T>((static_cast<Double<T>>(a) * static_cast<Double<T>>(b)) >> bits_of<T>))
CUDASIM_BINARY(mul_wide, static_cast<Double<T>>(a) * static_cast<Double<T>>(b))
CUDASIM_TERNARY(mad_hi, low<T>(plain(mul_hi_<T>(a, b)) + plain(c)))
CUDASIM_BINARY(div, a / b)
CUDASIM_BINARY(rem, a % b)
CUDASIM_BINARY(div_approx, a / b)
CUDASIM_BINARY(div_full, a / b)
CUDASIM_TERNARY(sad, low<T>(plain(c) + (a < b ? plain(b) - plain(a) : plain(a) - plain(b))))
CUDASIM_UNARY(sqrt, std::sqrt(a))
CUDASIM_UNARY(rcp, T{1} / a)
CUDASIM_UNARY(tanh_approx, std::tanh(a))
CUDASIM_TERNARY(mad_lo, low<T>(plain(a) * plain(b) + plain(c)))
CUDASIM_TERNARY(fma, std::fma(a, b, c))
CUDASIM_BINARY(min, b < a ? b : a)
CUDASIM_BINARY(max, a < b ? b : a)
CUDASIM_UNARY(ex2_approx, std::exp2(a))
CUDASIM_UNARY(lg2_approx, std::log2(a))
CUDASIM_UNARY(rcp_approx, T{1} / a)
CUDASIM_UNARY(sqrt_approx, std::sqrt(a))
CUDASIM_UNARY(rsqrt_approx, T{1} / std::sqrt(a))
CUDASIM_UNARY(sin_approx, std::sin(a))
CUDASIM_UNARY(cos_approx, std::cos(a))
CUDASIM_TERNARY(prmt, ::cudasim::prmt(a, b, c))
CUDASIM_TERNARY(shf_l_wrap, __funnelshift_l(a, b, c))
CUDASIM_TERNARY(shf_r_wrap, __funnelshift_r(a, b, c))
CUDASIM_TERNARY(shf_l_clamp, __funnelshift_lc(a, b, c))
CUDASIM_TERNARY(shf_r_clamp, __funnelshift_rc(a, b, c))
#undef CUDASIM_UNARY
#undef CUDASIM_BINARY
#undef CUDASIM_TERNARY

template <class T>
inline T not_(T a) {
  return std::is_same<T, bool>::value ? low<T>(a == T{0}) : low<T>(~a);
}
template <class T>
inline Double<T> mad_wide_(T a, T b, Double<T> c) {
  return low<Double<T>>(plain(mul_wide_<T>(a, b)) + plain(c));
}
/// Number of the highest bit that is set, of a negative number the highest that is not; all ones if there is none.
template <class T>
inline unsigned bfind_(T a) {
  const unsigned zeros = clz_<T>(a < 0 ? low<T>(~plain(a)) : a);
  return bits_of<T> - 1 - zeros;
}

/// Sums and differences with a carry from before, and one for the next instruction.
template <class T>
inline T add_carry(T a, T b, bool before, bool* next) {
  const auto x = plain(a), sum = low<decltype(x)>(x + plain(b)), all = low<decltype(x)>(sum + before);
  if (next != nullptr) *next = sum < x || all < sum;
  return low<T>(all);
}
template <class T>
inline T sub_carry(T a, T b, bool before, bool* next) {
  const auto x = plain(a), y = plain(b);
  if (next != nullptr) *next = x < y || (x == y && before);
  return low<T>(x - y - before);
}

/// Parts of a register, the lowest first.
template <class T, class... Parts>
inline T packed(Parts... parts) {
  T whole = 0;
  unsigned shift = 0;
  ((whole |= static_cast<T>(static_cast<T>(parts) << shift), shift += bits_of<Parts>), ...);
  return whole;
}

// Comparisons: of numbers that cannot be compared, those that end with u are true, the others not.
#define CUDASIM_COMPARES(name, expression) \
  template <class T>                       \
  inline bool compare_##name(T a, T b) {   \
    return expression;                     \
  }
CUDASIM_COMPARES(num, a == a && b == b)
CUDASIM_COMPARES(nan, !compare_num(a, b))
CUDASIM_COMPARES(eq, a == b)
CUDASIM_COMPARES(ne, a<b || a> b)
CUDASIM_COMPARES(lt, a < b)
CUDASIM_COMPARES(le, a <= b)
CUDASIM_COMPARES(gt, a > b)
CUDASIM_COMPARES(ge, a >= b)
CUDASIM_COMPARES(lo, a < b)
CUDASIM_COMPARES(ls, a <= b)
CUDASIM_COMPARES(hi, a > b)
CUDASIM_COMPARES(hs, a >= b)
CUDASIM_COMPARES(equ, compare_nan(a, b) || a == b)
CUDASIM_COMPARES(neu, compare_nan(a, b) || compare_ne(a, b))
CUDASIM_COMPARES(ltu, compare_nan(a, b) || a < b)
CUDASIM_COMPARES(leu, compare_nan(a, b) || a <= b)
CUDASIM_COMPARES(gtu, compare_nan(a, b) || a > b)
CUDASIM_COMPARES(geu, compare_nan(a, b) || a >= b)
#undef CUDASIM_COMPARES

/// `integral`: to an integer, though it may stay a floating-point one.
template <class To, int Mode, bool integral, class From>
inline To cvt(From a) {
  if constexpr (std::is_integral<To>::value && std::is_integral<From>::value)
    return static_cast<To>(a);
  else if constexpr (std::is_integral<To>::value)
    return to_integer<To, Mode>(a);
  else if constexpr (integral)
    return rounded<Mode>(
        [value = static_cast<volatile From>(a)] { return static_cast<To>(std::nearbyint(value)); });
  else
    return to_real<To, Mode>(a);
}

/// The same; of an integer's other type what does not fit becomes the nearest that does, a floating-point number stays between 0 and 1.
template <class To, int Mode, bool integral, class From>
inline To cvt_sat(From a) {
  if constexpr (!std::is_integral<To>::value) {
    const To value = cvt<To, Mode, integral>(a);
    return value > To{0} ? (value < To{1} ? value : To{1}) : To{0};
  } else if constexpr (std::is_integral<From>::value) {
    constexpr __int128 least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
    const __int128 value = a;
    return static_cast<To>(value < least ? least : value > most ? most : value);
  } else {
    return cvt<To, Mode, integral>(a);
  }
}

// Atomic operations, each an access of the line that calls it.
#define CUDASIM_ATOM(name, expression)                                                                   \
  template <class T>                                                                                     \
  __forceinline__ T atom_##name(T* address, unsigned form, T value) {                                    \
    return detail::ordered_update(address, form, [value](T old) { return static_cast<T>(expression); }); \
  }
template <class T>
__forceinline__ T atom_add(T* address, unsigned form, T value) {
  if constexpr (std::is_same<T, float>::value)
    return detail::ordered_update(
        address, form, [address, value](T old) { return detail::atomic_sum(address, old, value); });
  else
    return detail::ordered_update(address, form,
                                  [value](T old) { return static_cast<T>(plain(old) + plain(value)); });
}
CUDASIM_ATOM(and, old& value)
CUDASIM_ATOM(or, old | value)
CUDASIM_ATOM(xor, old ^ value)
CUDASIM_ATOM(inc, old >= value ? T{0} : low<T>(old + 1))
CUDASIM_ATOM(dec, old == 0 || old > value ? value : low<T>(old - 1))
#undef CUDASIM_ATOM
template <class T>
__forceinline__ T atom_min(T* address, unsigned form, T value) {
  return detail::ordered_update(address, form | detail::form_compares,
                                [value](T old) { return value < old ? value : old; });
}
template <class T>
__forceinline__ T atom_max(T* address, unsigned form, T value) {
  return detail::ordered_update(address, form | detail::form_compares,
                                [value](T old) { return old < value ? value : old; });
}
template <class T>
__forceinline__ T atom_exch(T* address, unsigned form, T value) {
  return detail::ordered_exchange(address, form, value);
}
template <class T>
__forceinline__ T atom_cas(T* address, unsigned form, T compare, T value) {
  detail::ordered_compare_exchange(address, form, compare, value);
  return compare;
}

/// Addresses of shared memory count from the block's first byte; those of other blocks of the cluster may lie before it.
inline unsigned long in_shared(unsigned long address) {
  const long offset = static_cast<int>(static_cast<unsigned>(address));
  return reinterpret_cast<unsigned long>(detail::shared_arena) + static_cast<unsigned long>(offset);
}
/// Of an instruction for global memory.
inline unsigned long in_global(unsigned long address, CUDASIM_SITE_ARGUMENTS) {
  detail::expect_global(reinterpret_cast<const void*>(address), {"an instruction for .global", file, line});
  return address;
}
/// The address of the same place in another block of the cluster.
inline unsigned mapa(unsigned address, unsigned rank, CUDASIM_SITE_ARGUMENTS) {
  const void* own = reinterpret_cast<const void*>(in_shared(address));
  const auto* there = static_cast<const char*>(detail::in_cluster(own, rank, {"mapa", file, line}));
  const long offset = there - detail::shared_arena;
  if (offset != static_cast<int>(offset))
    detail::misused({"mapa", file, line}, "the blocks' shared memory lies too far apart in this process");
  return static_cast<unsigned>(static_cast<int>(offset));
}
inline unsigned cluster_ctarank() { return detail::cluster_rank(); }
inline unsigned cluster_nctarank() {
  const dim3 size = detail::cluster_dimensions();
  return size.x * size.y * size.z;
}

// The last operand of a shuffle: segments in bits 8 to 12, and the lane where they end.
inline int shfl_width(unsigned segments, bool up, CUDASIM_SITE_ARGUMENTS) {
  if ((segments & 31u) != (up ? 0u : 31u))
    detail::misused({"shfl.sync", file, line}, "segments that end within are not simulated");
  return 32 - static_cast<int>(segments >> 8 & 31u);
}
inline unsigned lane_in_segment(unsigned segments) { return laneid() & ~(segments >> 8 & 31u); }
inline unsigned segment_length(unsigned segments) { return 32u - (segments >> 8 & 31u); }
inline bool shfl_up_inside(unsigned distance, unsigned segments) {
  return lane_in_segment(segments) >= distance;
}
inline bool shfl_down_inside(unsigned distance, unsigned segments) {
  return lane_in_segment(segments) + distance < segment_length(segments);
}
inline bool shfl_bfly_inside(unsigned other, unsigned segments) {
  return (laneid() ^ other) < (laneid() & (segments >> 8 & 31u)) + segment_length(segments);
}
inline bool shfl_idx_inside(unsigned, unsigned) { return true; }
inline unsigned first_of(unsigned lanes) { return static_cast<unsigned>(__builtin_ctz(lanes)); }

/// Barriers by number; of no count, for all threads of the block.
inline void bar_sync(unsigned number, unsigned count, bool aligned, CUDASIM_SITE_ARGUMENTS) {
  detail::named_barrier(number, count, true, aligned, {aligned ? "bar.sync" : "barrier.sync", file, line});
}
inline void bar_arrive(unsigned number, unsigned count, bool aligned, CUDASIM_SITE_ARGUMENTS) {
  detail::named_barrier(number, count, false, aligned,
                        {aligned ? "bar.arrive" : "barrier.arrive", file, line});
}

/// Shifts by the width or more leave nothing, or the sign.
template <class T>
inline T shl_(T a, T amount) {
  return static_cast<unsigned>(amount) >= bits_of<T> ? T{0} : low<T>(plain(a) << amount);
}
template <class T>
inline T shr_(T a, T amount) {
  if (static_cast<unsigned>(amount) < bits_of<T>) return low<T>(a >> amount);
  return a < 0 ? low<T>(-1) : T{0};
}

/// Some bits of `a`; a signed field is filled up with its highest bit, which is the word's where the field goes beyond.
template <class T>
inline T bfe_(T a, T position, T length) {
  const unsigned from = static_cast<unsigned>(position) & 255u, count = static_cast<unsigned>(length) & 255u;
  const unsigned last = from + count - 1 < bits_of<T> - 1 ? from + count - 1 : bits_of<T> - 1;
  const auto bits = static_cast<unsigned long>(plain(a));
  const bool fill = std::is_signed<T>::value && count != 0 && ((bits >> last) & 1) != 0;
  unsigned long field = fill ? ~0ul : 0ul;
  for (unsigned i = 0; i < count && i < bits_of<T>; ++i) {
    const bool bit = from + i <= last ? ((bits >> (from + i)) & 1) != 0 : fill;
    field = bit ? field | 1ul << i : field & ~(1ul << i);
  }
  return low<T>(field);
}

/// `b` with its bits from `position` on replaced by the lowest of `a`.
template <class T>
inline T bfi_(T a, T b, T position, T length) {
  const unsigned from = static_cast<unsigned>(position) & 255u, count = static_cast<unsigned>(length) & 255u;
  T result = b;
  for (unsigned i = 0; i < count && from + i < bits_of<T>; ++i) {
    const T bit = T{1} << (from + i);
    result = (a >> i & 1) != 0 ? result | bit : result & ~bit;
  }
  return result;
}

/// Bit by bit the function of three whose table is `table`.
template <class T>
inline T lop3_(T a, T b, T c, T table) {
  T result = 0;
  for (unsigned row = 0; row < 8; ++row)
    if ((table >> row & 1) != 0)
      result |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
  return result;
}

}  // namespace ptx
}  // namespace cudasim

// An address as PTX has it of shared and of global memory.
inline std::size_t __cvta_generic_to_shared(const void* address, CUDASIM_SITE_ARGUMENTS) {
  cudasim::detail::expect_shared(address, {"__cvta_generic_to_shared", file, line});
  return static_cast<std::size_t>(static_cast<const char*>(address) - cudasim::detail::shared_arena);
}
inline void* __cvta_shared_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(cudasim::ptx::in_shared(address));
}
inline std::size_t __cvta_generic_to_global(const void* address, CUDASIM_SITE_ARGUMENTS) {
  cudasim::detail::expect_global(address, {"__cvta_generic_to_global", file, line});
  return reinterpret_cast<std::size_t>(address);
}
inline void* __cvta_global_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
