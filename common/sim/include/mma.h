// Stand-in for <mma.h>: matrices that a warp holds together (nvcuda::wmma). Products are exact and are added up in the order of k, in float for
// half, bf16 and tf32, whatever the accumulator, which is rounded once at the end; a tensor core adds in an order of its own.
// Which element lies in which lane CUDA leaves open; here each access of a warp takes 8 rows of 4 neighbouring lanes, as registers of mma.sync.
#pragma once

#include <type_traits>
#include <utility>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

namespace sim {

template <class T>
struct StorageOf {
  using Type = T;
};
template <>
struct StorageOf<precision::tf32> {
  using Type = float;
};
template <class T>
using Storage = typename StorageOf<T>::Type;

/// The shapes that the programming guide lists for the type of the factors.
template <class T>
constexpr bool is_shape(int m, int n, int k) {
  if (std::is_same<T, double>::value) return m == 8 && n == 8 && k == 4;
  if (std::is_same<T, precision::tf32>::value) return m == 16 && n == 16 && k == 8;
  return k == 16 && m * n == 256 && (m == 8 || m == 16 || m == 32);
}
constexpr bool is_shape_of_any(int m, int n, int k) {
  return is_shape<__half>(m, n, k) || is_shape<double>(m, n, k) || is_shape<precision::tf32>(m, n, k);
}
template <class T>
constexpr bool is_factor = std::is_same<T, __half>::value || std::is_same<T, __nv_bfloat16>::value ||
                           std::is_same<T, precision::tf32>::value || std::is_same<T, signed char>::value ||
                           std::is_same<T, unsigned char>::value || std::is_same<T, double>::value;

constexpr int least(int a, int b) { return a < b ? a : b; }

/// What one instruction moves of a lane's elements.
template <class T, int width>
struct __attribute__((may_alias, aligned(sizeof(T) * width))) Vector {
  T item[width];
};

}  // namespace sim

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static constexpr bool accumulates = std::is_same<Use, accumulator>::value;
  static_assert(accumulates ? sim::is_shape_of_any(m, n, k) : sim::is_factor<T> && sim::is_shape<T>(m, n, k),
                "cudasim: not simulated: a fragment of this type and shape");
  static_assert(accumulates == std::is_void<Layout>::value,
                "matrix_a and matrix_b have a layout, an accumulator has none");

 public:
  using element_type = T;
  using storage_element_type = sim::Storage<T>;

  static constexpr int rows = std::is_same<Use, matrix_b>::value ? k : m;
  static constexpr int columns = std::is_same<Use, matrix_a>::value ? k : n;
  static constexpr int distinct = rows * columns / 32;  ///< elements of a lane
  static constexpr bool is_turned = std::is_same<Layout, col_major>::value;

  /// As with CUDA, lanes hold the factors' halves more than once.
  static constexpr int num_elements = !accumulates && std::is_same<T, __half>::value ? 16 : distinct;
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];

  static constexpr int lines =
      is_turned ? columns : rows;  ///< rows, or columns, that are contiguous in memory
  static constexpr int line_length = is_turned ? rows : columns;
  static constexpr int lanes_of_line = 32 / sim::least(lines, 8);
  /// Elements of one access.
  static constexpr int width =
      sim::least(accumulates ? 2 : sim::least(4, 4 / sim::least(sizeof(storage_element_type), 4)),
                 line_length / lanes_of_line);

  static int line_of(int lane, int i) {
    return lane / lanes_of_line + i / width / (line_length / (lanes_of_line * width)) * sim::least(lines, 8);
  }
  static int place_in_line(int lane, int i) {
    const int block = i / width % (line_length / (lanes_of_line * width));
    return (lane % lanes_of_line + block * lanes_of_line) * width + i % width;
  }
  static int row_of(int lane, int i) { return is_turned ? place_in_line(lane, i) : line_of(lane, i); }
  static int column_of(int lane, int i) { return is_turned ? line_of(lane, i) : place_in_line(lane, i); }
};

namespace sim {

inline int lane() { return static_cast<int>(cudasim::detail::lane_id()); }

/// All 32 lanes must be here, and say the same.
__device__ __forceinline__ void meet(unsigned long long said, const cudasim::Site& site) {
  using cudasim::detail::WarpOperation;
  const auto lanes =
      static_cast<unsigned>(cudasim::detail::warp_collective(WarpOperation::match_any, ~0u, said, 0, site));
  if (lanes != ~0u)
    cudasim::detail::misused(site, "all 32 lanes of a warp must call it with the same arguments");
}

template <class T>
__device__ __forceinline__ void check(const T* pointer, unsigned ldm, const cudasim::Site& site) {
  const auto address = reinterpret_cast<unsigned long long>(pointer);
  meet(address, site);
  meet(ldm, site);
  // The guide asks for 32 bytes; NVIDIA's immaTensorCoreGemm loads tiles of bytes at multiples of their rows of 16.
  if (address % (sizeof(T) == 1 ? 16 : 32) != 0)
    cudasim::detail::misused(site, sizeof(T) == 1
                                       ? "the address of the matrix is not a multiple of 16 bytes"
                                       : "the address of the matrix is not a multiple of 32 bytes");
  if (ldm * sizeof(T) % 16 != 0)
    cudasim::detail::misused(site, "the leading dimension is not a multiple of 16 bytes");
}

/// Calls `move(i, offset, width)` for each access of the lane: elements from i on, at that offset in memory.
template <class Fragment, class Move>
__device__ __forceinline__ void for_each_access(unsigned ldm, bool along_lines, Move move) {
  constexpr int width = Fragment::width;
  for (int i = 0; i < Fragment::distinct; i += width) {
    const auto line = static_cast<std::size_t>(Fragment::line_of(lane(), i));
    const auto place = static_cast<std::size_t>(Fragment::place_in_line(lane(), i));
    if (along_lines) {
      move(i, line * ldm + place, std::integral_constant<int, width>());
    } else {
      for (int j = 0; j < width; ++j)
        move(i + j, line + (place + static_cast<std::size_t>(j)) * ldm, std::integral_constant<int, 1>());
    }
  }
}

template <class Fragment, class T>
__device__ __forceinline__ void load(Fragment& to, const T* from, unsigned ldm, bool along_lines) {
  for_each_access<Fragment>(ldm, along_lines, [&](int i, std::size_t offset, auto width) {
    using Access = Vector<T, decltype(width)::value>;
    const Access loaded = *reinterpret_cast<const Access*>(from + offset);
    for (int j = 0; j < width; ++j) to.x[i + j] = loaded.item[j];
  });
  for (int i = Fragment::distinct; i < Fragment::num_elements; ++i) to.x[i] = to.x[i % Fragment::distinct];
}

inline float number(float x) {
  unsigned bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  bits &= 0xffffe000u;  // a tensor core looks at so many bits of a tf32
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
inline float number(__half x) { return __half2float(x); }
inline float number(__nv_bfloat16 x) { return __bfloat162float(x); }
inline int number(signed char x) { return x; }
inline int number(unsigned char x) { return x; }
inline double number(double x) { return x; }

inline float sum_type(__half x) { return __half2float(x); }
inline float sum_type(float x) { return x; }
inline long long sum_type(int x) { return x; }
inline double sum_type(double x) { return x; }

inline void put(float sum, bool, __half& to) { to = __float2half(sum); }
inline void put(float sum, bool, float& to) { to = sum; }
inline void put(double sum, bool, double& to) { to = sum; }
inline void put(long long sum, bool saturates, int& to) {
  const long long most = 0x7fffffff;
  if (saturates) sum = sum > most ? most : sum < -most - 1 ? -most - 1 : sum;
  to = static_cast<int>(static_cast<unsigned>(sum));
}

/// All sums of the lane grow side by side: each addition to one of them waits for the one before.
template <int m, int n, int k, class D, class C, class Factors, int... i>
__device__ __forceinline__ void add_products(fragment<accumulator, m, n, k, D>& d, const Factors& factors,
                                             const fragment<accumulator, m, n, k, C>& c, bool saturates,
                                             int lane, std::integer_sequence<int, i...>) {
  decltype(sum_type(c.x[0])) sums[] = {sum_type(c.x[i])...};
  for (int j = 0; j < k; ++j)
    ((sums[i] += factors.a[d.row_of(lane, i)][j] * factors.b[j][d.column_of(lane, i)]), ...);
  (put(sums[i], saturates, d.x[i]), ...);
}

}  // namespace sim

template <class Use, int m, int n, int k, class T, class Layout, class Value>
__device__ __forceinline__ void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, const Value& value) {
  for (auto& x : f.x) x = static_cast<sim::Storage<T>>(value);
}

template <class Use, int m, int n, int k, class T, class Layout>
__device__ __forceinline__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to,
                                                 const sim::Storage<T>* from, unsigned ldm,
                                                 CUDASIM_SITE_ARGUMENTS) {
  static_assert(!std::is_void<Layout>::value,
                "an accumulator is loaded with its layout as the last argument");
  sim::check(from, ldm, {"load_matrix_sync", file, line});
  sim::load(to, from, ldm, true);
}

template <int m, int n, int k, class T>
__device__ __forceinline__ void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const T* from,
                                                 unsigned ldm, layout_t layout, CUDASIM_SITE_ARGUMENTS) {
  sim::check(from, ldm, {"load_matrix_sync", file, line});
  sim::load(to, from, ldm, layout == mem_row_major);
}

template <int m, int n, int k, class T>
__device__ __forceinline__ void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& from,
                                                  unsigned ldm, layout_t layout, CUDASIM_SITE_ARGUMENTS) {
  using Fragment = fragment<accumulator, m, n, k, T>;
  sim::check(to, ldm, {"store_matrix_sync", file, line});
  sim::for_each_access<Fragment>(ldm, layout == mem_row_major, [&](int i, std::size_t offset, auto width) {
    using Access = sim::Vector<T, decltype(width)::value>;
    Access stored;
    for (int j = 0; j < width; ++j) stored.item[j] = from.x[i + j];
    *reinterpret_cast<Access*>(to + offset) = stored;
  });
}

/// d = a * b + c. The lanes lay the factors out where all can read them: no memory of the device.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C, class D>
__device__ __forceinline__ void mma_sync(fragment<accumulator, m, n, k, D>& d,
                                         const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                         const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                                         const fragment<accumulator, m, n, k, C>& c, bool satf = false,
                                         CUDASIM_SITE_ARGUMENTS) {
  const cudasim::Site site = {"mma_sync", file, line};
  using Number = decltype(sim::number(a.x[0]));
  struct Factors {
    Number a[m][k], b[k][n];
  };
#ifdef CUDASIM_LENS
  cudasim::matrix_instruction();
#endif
  sim::meet(satf, site);
  const int lane = sim::lane();
  Factors* const factors = cudasim::detail::shuffle(~0u, lane == 0 ? new Factors : nullptr, 0, site);
  for (int i = 0; i < a.distinct; ++i)
    factors->a[a.row_of(lane, i)][a.column_of(lane, i)] = sim::number(a.x[i]);
  for (int i = 0; i < b.distinct; ++i)
    factors->b[b.row_of(lane, i)][b.column_of(lane, i)] = sim::number(b.x[i]);
  sim::meet(1, site);
  sim::add_products(d, *factors, c, satf, lane, std::make_integer_sequence<int, d.distinct>());
  sim::meet(2, site);
  if (lane == 0) delete factors;
}

/// Nearest number with the mantissa of a tf32; ties go away from zero.
inline float __float_to_tf32(float x) {
  unsigned bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  if ((bits & 0x7f800000u) != 0x7f800000u) bits += 0x1000u;
  bits &= 0xffffe000u;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace wmma
}  // namespace nvcuda
