// The tile's loop as a template with an epilogue, fragments with begin and end, and a kernel chosen in a table of pointers.
#include <cstddef>
#include <type_traits>
#include <utility>

#include "exercise.hpp"

namespace gemm {

template <class T, unsigned Rows, unsigned Cols>
struct Matrix2D {
  T data[Rows * Cols];
  __host__ __device__ constexpr T& operator()(unsigned r, unsigned c) { return data[r * Cols + c]; }
  __device__ T* row(unsigned r) { return data + r * Cols; }
  struct Row {
    T* first;
    __device__ T* begin() const { return first; }
    __device__ T* end() const { return first + Cols; }
  };
  __device__ Row cells_of(unsigned r) { return {row(r)}; }
};

struct Identity {
  template <class T>
  __device__ auto operator()(T&& value) const -> decltype(std::forward<T>(value)) {
    return std::forward<T>(value);
  }
};

template <unsigned Size, class Epilogue>
__global__ void kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k,
                       Epilogue epilogue) {
  using Tile = Matrix2D<float, Size, Size>;
  __shared__ Tile left;
  __shared__ Tile right;
  const auto x = threadIdx.x, y = threadIdx.y;
  const auto row = blockIdx.y * Size + y, col = blockIdx.x * Size + x;
  auto total = 0.0f;
  for (auto base = 0u; base < k; base += Size) {
    if (auto kx = base + x; row < m && kx < k)
      left(y, x) = a[static_cast<std::size_t>(row) * k + kx];
    else
      left(y, x) = {};
    if (auto ky = base + y; ky < k && col < n)
      right(y, x) = b[static_cast<std::size_t>(ky) * n + col];
    else
      right(y, x) = {};
    __syncthreads();
    unsigned i = 0;
    for (const float& value : left.cells_of(y)) total += value * right(i++, x);
    __syncthreads();
  }
  if (row < m && col < n) c[static_cast<std::size_t>(row) * n + col] = epilogue(total);
}

}  // namespace gemm

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (!m || !n) return;
  using Kernel = void (*)(const float*, const float*, float*, unsigned, unsigned, unsigned, gemm::Identity);
  static constexpr Kernel kernels[] = {gemm::kernel<tile_size, gemm::Identity>};
  const Kernel chosen = kernels[m % 1];
  const auto blocks = [](unsigned cells) { return (cells + tile_size - 1) / tile_size; };
  chosen<<<dim3(blocks(n), blocks(m)), dim3(tile_size, tile_size)>>>(a, b, c, m, n, k, gemm::Identity{});
}
