// Pairs of tiles by a linear number; a stream and events in unique_ptrs with deleters.
#include <cmath>
#include <memory>
#include <type_traits>

#include "exercise.hpp"

namespace {

struct Destroy {
  void operator()(cudaStream_t stream) const noexcept { cudaStreamDestroy(stream); }
  void operator()(cudaEvent_t event) const noexcept { cudaEventDestroy(event); }
};
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy>;
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy>;

Stream make_stream() {
  cudaStream_t stream{};
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return Stream(stream);
}

Event make_event() {
  cudaEvent_t event{};
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  return Event(event);
}

constexpr int side = 32, rows_at_once = 8;

struct Pair {
  int row, col;
  static __device__ Pair numbered(int number) {
    int row = 0;
    while ((row + 1) * (row + 2) / 2 <= number) ++row;
    return {row, number - row * (row + 1) / 2};
  }
};

__global__ void swap_tiles(float* matrix, int n) {
  __shared__ float a[side][side + 1], b[side][side + 1];
  const auto [tile_row, tile_col] = Pair::numbered(blockIdx.x);
  const int x = threadIdx.x;
  auto each = [&](int first_row, int first_col, auto&& act) {
    for (int y = threadIdx.y; y < side; y += rows_at_once)
      if (const int row = first_row * side + y, col = first_col * side + x; row < n && col < n)
        act(y, matrix[row * n + col]);
  };
  each(tile_row, tile_col, [&](int y, float& cell) { a[y][x] = cell; });
  if (tile_row != tile_col) each(tile_col, tile_row, [&](int y, float& cell) { b[y][x] = cell; });
  __syncthreads();
  each(tile_col, tile_row, [&](int y, float& cell) { cell = a[x][y]; });
  if (tile_row != tile_col) each(tile_row, tile_col, [&](int y, float& cell) { cell = b[x][y]; });
}

}  // namespace

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  const Stream stream = make_stream();
  const Event done = make_event();
  const int tiles = static_cast<int>(std::ceil(n / static_cast<double>(side)));
  swap_tiles<<<tiles*(tiles + 1) / 2, dim3(side, rows_at_once), 0, stream.get()>>>(matrix,
                                                                                   static_cast<int>(n));
  cudaEventRecord(done.get(), stream.get());
  cudaStreamWaitEvent(nullptr, done.get(), 0);
  cudaStreamSynchronize(stream.get());
}
