// transpose_rectangle: can a matrix with unequal sides be transposed in place, and in parallel?
// Step     columns, rows, columns
// Before   transpose_in_place exchanges pairs of tiles. That takes a square matrix, in which an element and its mirror image
//          are a pair. In a rectangle an element displaces another one, that a third one: cycles, some of them as long as the
//          matrix. One thread per cycle leaves most of the device idle.
// Change   Catanzaro, Keller and Garland (2014) take the permutation apart. With m rows and n columns, c their largest
//          common divisor, a = m / c and b = n / c:
//
//              columns   each column j is rotated: row i gets the element of row (i + j / b) % m (none if c is 1)
//              rows      in each row i, the element of column j goes to column ((i + j / b) % m + j * m) % n
//              columns   in each column j, row i gets the element of row (j + i * n - i / a) % m
//
//          No two elements of a row or of a column go to the same place, so each row, and each column, is permuted by itself. A block
//          holds it in shared memory: a row, or a few neighboring columns. If the matrix has more rows than
//          columns, the same three passes are undone, last first, with the sides exchanged.
// Expect   Three transfers of the matrix instead of one: at best 33% of a copy. Rows are contiguous. Of the columns, a block takes
//          as many as fit: eight floats of each row are one sector, 16 are two, and DRAM delivers 64 bytes at a time.
//          So passes over columns should reach about half of a copy with 8 columns, more with 16, but 16 columns of 2000
//          rows leave room for one block per SM only, which does not load while it stores.
//          - It reaches 12 to 28% of the ceiling (before measuring).
//          - At 200 x 2500, it is at least 20 times as fast as "one thread per cycle" (before measuring).
// Run      ./tutorial run transpose_rectangle -- --rows 2000 --cols 25000
// See      ./tutorial explain transpose_rectangle
// Source   Catanzaro, Keller, Garland, A decomposition for in-place matrix transposition, PPoPP 2014

#include <numeric>

#include "further/divisor.hpp"
#include "transpose.hpp"

constexpr unsigned threads = 512;
constexpr std::int64_t cycles_limit = 1 << 20;

// m x n, m <= n: the sides of the matrix, or exchanged.
struct Sides {
  unsigned m, n;
  ch08::Divisor by_m, by_n, by_a, by_b;

  // [passes]
  __device__ unsigned rotated(unsigned i, unsigned j) const {
    return by_m.divide(i + by_b.divide(j).quotient).rest;
  }
  __device__ unsigned in_row(unsigned i, unsigned j) const { return by_n.divide(rotated(i, j) + j * m).rest; }
  __device__ unsigned in_column(unsigned i, unsigned j) const {
    return by_m.divide(j + i * n - by_a.divide(i).quotient).rest;
  }
  // [passes]
};

enum class Pass { rotate, shuffle };

// Loads `count` elements, several at a time per thread, and passes each one with its number to `put`.
template <unsigned loads, typename T, typename Address, typename Put>
__device__ void load_all(unsigned count, const Address& address, const Put& put) {
  for (unsigned begin = threadIdx.x; begin < count; begin += threads * loads) {
    T held[loads];
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) {
      if (begin + k * threads < count) held[k] = *address(begin + k * threads);
    }
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) {
      if (begin + k * threads < count) put(begin + k * threads, held[k]);
    }
  }
}

// [kernels]
// A block permutes `width` neighboring columns. undo: the inverse.
template <Pass pass, unsigned loads, bool undo, unsigned width, typename T>
__global__ void __launch_bounds__(threads) permute_columns(T* matrix, Sides sides) {
  extern __shared__ double dynamic[];  // aligned for every T
  T* stage = reinterpret_cast<T*>(dynamic);
  const unsigned first = blockIdx.x * width;
  const unsigned columns = min(width, sides.n - first);
  const auto from = [&](unsigned i, unsigned x) {
    return pass == Pass::rotate ? sides.rotated(i, first + x) : sides.in_column(i, first + x);
  };
  const auto address = [&](unsigned at) {
    return &matrix[std::size_t{at / width} * sides.n + first + min(at % width, columns - 1)];
  };
  load_all<loads, T>(sides.m * width, address, [&](unsigned at, T value) {
    const unsigned row = undo ? from(at / width, at % width) : at / width;
    if (at % width < columns) stage[row * width + at % width] = value;
  });

  __syncthreads();

  for (unsigned at = threadIdx.x; at < sides.m * width; at += threads) {
    const unsigned row = undo ? at / width : from(at / width, at % width);
    if (at % width < columns) *address(at) = stage[row * width + at % width];
  }
}

// A block permutes a row.
template <unsigned loads, bool undo, typename T>
__global__ void __launch_bounds__(threads) permute_row(T* matrix, Sides sides) {
  extern __shared__ double dynamic[];
  T* stage = reinterpret_cast<T*>(dynamic);
  T* row = matrix + std::size_t{blockIdx.x} * sides.n;
  load_all<loads, T>(
      sides.n, [&](unsigned j) { return &row[j]; },
      [&](unsigned j, T value) { stage[undo ? j : sides.in_row(blockIdx.x, j)] = value; });

  __syncthreads();

  for (unsigned j = threadIdx.x; j < sides.n; j += threads) {
    row[j] = stage[undo ? sides.in_row(blockIdx.x, j) : j];
  }
}
// [kernels]

// The naive way: the thread of a cycle's smallest index moves its elements, one after the other. All others return.
template <typename T>
__global__ void move_cycles(T* matrix, unsigned rows, unsigned cols, ch08::Divisor by_rows) {
  const unsigned start = blockIdx.x * blockDim.x + threadIdx.x;
  if (start >= rows * cols) return;
  const auto source = [&](unsigned i) {  // of element i of the output
    const auto [line, place] = by_rows.divide(i);
    return place * cols + line;
  };
  for (unsigned i = source(start); i != start; i = source(i)) {
    if (i < start) return;
  }
  const T first = matrix[start];
  unsigned i = start;
  for (unsigned next = source(i); next != start; next = source(i)) {
    matrix[i] = matrix[next];
    i = next;
  }
  matrix[i] = first;
}

// The three passes, first or last first.
template <unsigned loads, bool undo, unsigned width, typename T>
struct Passes {
  void grant() const {
    for (const auto kernel : {permute_columns<Pass::rotate, loads, undo, width, T>,
                              permute_columns<Pass::shuffle, loads, undo, width, T>}) {
      CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, column_bytes()));
    }
    CUDA_CHECK(cudaFuncSetAttribute(permute_row<loads, undo, T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    row_bytes()));
  }
  void launch(T* matrix) const {
    const unsigned blocks = tutorial::blocks_for(sides.n, width);
    const auto rotate = [&] {
      if (!rotated) return;
      permute_columns<Pass::rotate, loads, undo, width><<<blocks, threads, column_bytes()>>>(matrix, sides);
      CUDA_CHECK_LAUNCH();
    };
    const auto shuffle = [&] {
      permute_columns<Pass::shuffle, loads, undo, width><<<blocks, threads, column_bytes()>>>(matrix, sides);
      CUDA_CHECK_LAUNCH();
    };
    undo ? shuffle() : rotate();
    permute_row<loads, undo><<<sides.m, threads, row_bytes()>>>(matrix, sides);
    CUDA_CHECK_LAUNCH();
    undo ? rotate() : shuffle();
  }
  int column_bytes() const { return static_cast<int>(sides.m * width * sizeof(T)); }
  int row_bytes() const { return static_cast<int>(sides.n * sizeof(T)); }

  Sides sides;
  bool rotated;  // not if the sides have no common divisor
};

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  const std::int64_t count = shape.count();
  const std::int64_t m = std::min(shape.rows, shape.cols);
  const std::int64_t n = std::max(shape.rows, shape.cols);
  const std::int64_t shared = tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  tutorial::Program::require(count < std::int64_t{1} << 31, "--rows times --cols must be below 2^31");
  const auto fits = [&](std::int64_t elements) {
    return elements * static_cast<std::int64_t>(sizeof(T)) <= shared;
  };
  tutorial::Program::require(fits(n) && fits(8 * m),
                             "--rows and --cols: a row, or eight columns, must fit into the " +
                                 std::to_string(shared) + " bytes of a block's shared memory");
  tutorial::DeviceBuffer<T> d_in(count), d_out(count);  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  // As in transpose_in_place: the matrix is restored before each run.
  const auto measure = [&](const std::string& variant, const auto& work) {
    program.measure(
        ch08::row<T>(shape, variant), work,
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); },
        [&] {
          CUDA_CHECK(cudaMemcpyAsync(d_out.data(), d_in.data(), d_in.bytes(), cudaMemcpyDeviceToDevice));
        });
  };
  const auto divisor = [](std::int64_t value) {
    return ch08::Divisor(static_cast<std::uint32_t>(std::max<std::int64_t>(value, 1)));
  };
  if (count <= cycles_limit) {
    measure("one thread per cycle", [&] {
      move_cycles<<<tutorial::blocks_for(count, 256), 256>>>(d_out.data(), shape.rows, shape.cols,
                                                             divisor(shape.rows));
      CUDA_CHECK_LAUNCH();
    });
  } else {
    program.left_out("one thread per cycle",
                     "a cycle can be as long as the matrix, which takes up to a microsecond per element");
  }
  if (count == 0) return;
  const std::int64_t common = std::gcd(m, n);
  const Sides sides{static_cast<unsigned>(m), static_cast<unsigned>(n), divisor(m), divisor(n),
                    divisor(m / common),      divisor(n / common)};
  const auto measure_passes = [&](const auto& passes, const std::string& width) {
    passes.grant();
    measure("columns by " + width + ", rows, columns", [&] { passes.launch(d_out.data()); });
  };
  const auto measure_width = [&](auto width, auto loads) {
    if (!fits(width * m)) return;
    const std::string text =
        std::to_string(width) + (loads > 8 ? ", " + std::to_string(loads) + " loads" : "");
    if (shape.rows <= shape.cols) {
      measure_passes(Passes<loads, false, width, T>{sides, common > 1}, text);
    } else {
      measure_passes(Passes<loads, true, width, T>{sides, common > 1}, text);
    }
  };
  const std::integral_constant<int, 8> eight;  // columns, and loads in flight per thread
  const std::integral_constant<int, 16> sixteen;
  measure_width(eight, eight);
  measure_width(eight, sixteen);
  measure_width(sixteen, eight);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  program.size("--rows", shape.rows, "rows of the matrix", {.gpu = 2000, .simulator = 300, .quick = 36});
  program.size("--cols", shape.cols, "columns of the matrix", {.gpu = 25000, .simulator = 1100, .quick = 90});
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
