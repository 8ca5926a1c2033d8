// Matrices that a warp holds together: nvcuda::wmma.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <doctest/doctest.h>
#include <mma.h>

#include "tests/sim/core/core_helpers.hpp"

namespace wmma = nvcuda::wmma;

namespace {

/// What memory holds of a type of fragments.
template <class T>
struct Stored {
  using Type = T;
};
template <>
struct Stored<wmma::precision::tf32> {
  using Type = float;
};

template <class T, int m, int n, int k, class LayoutA, class LayoutB, class Sum>
__global__ void multiply(const typename Stored<T>::Type* a, const typename Stored<T>::Type* b, const Sum* c,
                         Sum* d, int lda, int ldb, wmma::layout_t layout, int ldd) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> fc;
  wmma::load_matrix_sync(fa, a, lda);
  wmma::load_matrix_sync(fb, b, ldb);
  wmma::load_matrix_sync(fc, c, ldd, layout);
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fc.x[i] + fc.x[i];
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(d, fc, ldd, layout);
}

template <class Layout>
constexpr bool is_row_major = std::is_same<Layout, wmma::row_major>::value;

/// d = a * b + 2 * c, of small integers, so that nothing is rounded.
template <class T, int m, int n, int k, class LayoutA, class LayoutB, class Sum>
bool is_right(wmma::layout_t layout) {
  using Factor = typename Stored<T>::Type;
  const int lda = 48, ldb = 48;
  const bool rows = layout == wmma::mem_row_major;
  const int ldd = (rows ? n : m) + 8;
  Managed<Factor> a(64 * 64), b(64 * 64);
  Managed<Sum> c(64 * 64), d(64 * 64);
  const auto at_a = [&](int i, int j) { return is_row_major<LayoutA> ? i * lda + j : j * lda + i; };
  const auto at_b = [&](int i, int j) { return is_row_major<LayoutB> ? i * ldb + j : j * ldb + i; };
  const auto at_d = [&](int i, int j) { return rows ? i * ldd + j : j * ldd + i; };
  const auto value_a = [](int i, int j) { return (3 * i + 5 * j) % 7; };
  const auto value_b = [](int i, int j) { return (2 * i + 11 * j) % 5; };
  const auto value_c = [](int i, int j) { return (i + 7 * j) % 9; };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j) a.get()[at_a(i, j)] = static_cast<Factor>(static_cast<float>(value_a(i, j)));
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n; ++j) b.get()[at_b(i, j)] = static_cast<Factor>(static_cast<float>(value_b(i, j)));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c.get()[at_d(i, j)] = static_cast<Sum>(static_cast<float>(value_c(i, j)));
  multiply<T, m, n, k, LayoutA, LayoutB, Sum>
      <<<1, 32>>>(a.get(), b.get(), c.get(), d.get(), lda, ldb, layout, ldd);
  if (cudaDeviceSynchronize() != cudaSuccess) return false;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = 2 * value_c(i, j);
      for (int l = 0; l < k; ++l) sum += value_a(i, l) * value_b(l, j);
      if (static_cast<float>(d[at_d(i, j)]) != static_cast<float>(sum)) return false;
    }
  return true;
}

using Row = wmma::row_major;
using Column = wmma::col_major;

__global__ void fill(float* out, int* elements) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, Row> half_factor;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, Row> byte_factor;
  wmma::fill_fragment(sum, 2.5f);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
  elements[0] = sum.num_elements;
  elements[1] = half_factor.num_elements;
  elements[2] = byte_factor.num_elements;
}

__global__ void saturate(const signed char* ones, int* out, bool satf) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, Row> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, Column> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c;
  wmma::load_matrix_sync(a, ones, 16);
  wmma::load_matrix_sync(b, ones, 16);
  wmma::fill_fragment(c, 0x7fffffff);
  wmma::mma_sync(c, a, b, c, satf);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

__global__ void load(const __half* from, unsigned ldm) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, Row> a;
  wmma::load_matrix_sync(a, from, ldm);
}
__global__ void load_apart(const __half* from) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, Row> a;
  wmma::load_matrix_sync(a, from + (threadIdx.x < 16 ? 0 : 16), 16);
}
__global__ void load_in_half_a_warp(const __half* from) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, Row> a;
  if (threadIdx.x < 16) wmma::load_matrix_sync(a, from, 16);
}

}  // namespace

TEST_CASE("products of every type, shape and layout") {
  const auto rows = wmma::mem_row_major, columns = wmma::mem_col_major;
  CHECK(is_right<__half, 16, 16, 16, Row, Row, float>(rows));
  CHECK(is_right<__half, 16, 16, 16, Column, Column, float>(columns));
  CHECK(is_right<__half, 32, 8, 16, Row, Row, __half>(rows));
  CHECK(is_right<__half, 8, 32, 16, Column, Column, __half>(columns));
  CHECK(is_right<__nv_bfloat16, 16, 16, 16, Row, Column, float>(rows));
  CHECK(is_right<signed char, 32, 8, 16, Column, Row, int>(rows));
  CHECK(is_right<unsigned char, 8, 32, 16, Column, Column, int>(columns));
  CHECK(is_right<wmma::precision::tf32, 16, 16, 8, Row, Column, float>(rows));
  CHECK(is_right<wmma::precision::tf32, 16, 16, 8, Column, Row, float>(columns));
  CHECK(is_right<double, 8, 8, 4, Row, Column, double>(rows));
  CHECK(is_right<double, 8, 8, 4, Column, Row, double>(columns));
}

TEST_CASE("fragments have as many elements as with nvcc, and are filled") {
  Managed<float> out(256);
  Managed<int> elements(3);
  fill<<<1, 32>>>(out.get(), elements.get());
  for (const float x : out) CHECK(x == 2.5f);
  CHECK(elements[0] == 8);
  CHECK(elements[1] == 16);
  CHECK(elements[2] == 4);
}

TEST_CASE("sums of integers wrap, or stay the largest number") {
  Managed<signed char> ones(256, 1);
  Managed<int> out(256);
  saturate<<<1, 32>>>(ones.get(), out.get(), true);
  CHECK(out[0] == 0x7fffffff);
  saturate<<<1, 32>>>(ones.get(), out.get(), false);
  CHECK(out[0] == static_cast<int>(0x80000000u + 15));
}

__global__ void load_bytes(const signed char* matrix, signed char* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> tile;
  wmma::load_matrix_sync(tile, matrix, 48);
  for (int i = 0; i < tile.num_elements; ++i) out[32 * i + threadIdx.x] = tile.x[i];
}

TEST_CASE("a tile of bytes loads from a multiple of 16 bytes, as NVIDIA's sample does") {
  Managed<signed char> matrix(16 * 48), out(8 * 32);
  for (int i = 0; i < 16 * 48; ++i) matrix.get()[i] = static_cast<signed char>(i % 48 / 16);
  load_bytes<<<1, 32>>>(matrix.get() + 16, out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 8 * 32; ++i) CHECK(out[i] == 1);
}

#ifdef CUDASIM_TRANSLATED
TEST_CASE("an operation that the CUDA guide forbids ends the kernel with a message") {
  const auto told = [](auto launch) {
    __half* matrix;
    REQUIRE(cudaMalloc(&matrix, 1024 * sizeof(__half)) == cudaSuccess);
    const std::string text = standard_error_of([&] { launch(matrix); });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    cudaDeviceReset();
    return text;
  };
  CHECK(contains(told([](__half* m) { load<<<1, 32>>>(m + 8, 16); }), "not a multiple of 32 bytes"));
  CHECK(contains(told([](__half* m) { load<<<1, 32>>>(m, 17); }), "not a multiple of 16 bytes"));
  CHECK(contains(told([](__half* m) { load<<<1, 16>>>(m, 16); }), "all 32 lanes"));
  CHECK(contains(told([](__half* m) { load_apart<<<1, 32>>>(m); }), "with the same arguments"));
  CHECK(contains(told([](__half* m) { load_in_half_a_warp<<<1, 32>>>(m); }), "all 32 lanes"));
}

TEST_CASE("tf32 is rounded to 10 bits of mantissa") {
  CHECK(wmma::__float_to_tf32(1.0f + 1.0f / 4096) == 1.0f);
  CHECK(wmma::__float_to_tf32(1.0f + 1.0f / 2048) == 1.0f + 1.0f / 1024);
}
#endif
