// transpose_bytes: how can a matrix of bytes or of fp16 be transposed as fast as one of floats?
// Step     packed words
// Problem  transpose_padded moves one element per thread and access. With floats, the 32 lanes of a warp access 128 bytes
//          at a time. With bytes they access 32: there are as many instructions per element, but only a quarter of the bytes
//          in flight.
// Change   Lanes load words of 4 bytes. A thread loads four words, one below the other: a square of 4 x 4 bytes, or two
//          words of two fp16 numbers. It transposes the square in registers. An instruction, prmt (`__byte_perm`), composes a
//          word of any four bytes of two words:
//
//              word 0   a b c d        a e i m
//              word 1   e f g h   ->   b f j n      eight instructions for 4 x 4 bytes, two for 2 x 2 halves
//              word 2   i j k l        c g k o
//              word 3   m n o p        d h l p
//
//          What is left is a transpose of words, as of floats. The rows of the tile in shared memory are in another order:
//          word k of each thread's square is in the k-th group of rows. So neighboring lanes, whose squares are four
//          rows of the output apart, store to neighboring rows of 33 words: no conflicts.
// Expect   With "tile 32 x 33", a warp asks for one sector per access and has 128 bytes in flight per warp and step, as
//          a quarter of transpose_padded: 20 to 45% of the ceiling for bytes. With packed words, every access is that of a float
//          transpose, and the exchange in registers takes two instructions per word. So the speed should be that of
//          transpose_padded (rows of 128 bytes) and of transpose_more_loads (rows of 256 bytes).
//          - "packed words, rows of 256 bytes" reaches 85 to 98% of the ceiling (before measuring).
//          - "packed words, rows of 128 bytes" reaches 80 to 98% of the ceiling (before measuring).
//          - "tile 32 x 33" reaches 20 to 45% of the ceiling (before measuring).
// Run      ./tutorial run transpose_bytes -- --bytes 2
// See      ./tutorial explain transpose_bytes
// Source   ours

#include <limits>

#include "transpose.hpp"

// One element per thread and access, as in transpose_padded.
template <typename T>
__global__ void transpose_elements(const T* in, T* out, unsigned rows, unsigned cols) {
  constexpr unsigned tile_size = 32;
  __shared__ T tile[tile_size][tile_size + 1];
  const unsigned x = threadIdx.x % tile_size;
  const unsigned tile_row = blockIdx.x * tile_size;
  const unsigned tile_col = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;
  const unsigned block_rows = blockDim.x / tile_size;
  for (unsigned y = threadIdx.x / tile_size; y < tile_size; y += block_rows) {
    if (tile_row + y < rows && tile_col + x < cols) {
      tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
    }
  }
  __syncthreads();
  for (unsigned y = threadIdx.x / tile_size; y < tile_size; y += block_rows) {
    if (tile_col + y < cols && tile_row + x < rows) {
      out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
    }
  }
}

template <typename T>
constexpr unsigned packed = sizeof(unsigned) / sizeof(T);  // elements in a word

// [turn]
// Element k of word j becomes element j of word k.
__device__ void turn(unsigned (&word)[2]) {
  const unsigned low = __byte_perm(word[0], word[1], 0x5410);
  word[1] = __byte_perm(word[0], word[1], 0x7632);
  word[0] = low;
}
__device__ void turn(unsigned (&word)[4]) {
  const unsigned top_low = __byte_perm(word[0], word[1], 0x5140);   // a e b f
  const unsigned top_high = __byte_perm(word[0], word[1], 0x7362);  // c g d h
  const unsigned low = __byte_perm(word[2], word[3], 0x5140);       // i m j n
  const unsigned high = __byte_perm(word[2], word[3], 0x7362);      // k o l p
  word[0] = __byte_perm(top_low, low, 0x5410);
  word[1] = __byte_perm(top_low, low, 0x7632);
  word[2] = __byte_perm(top_high, high, 0x5410);
  word[3] = __byte_perm(top_high, high, 0x7632);
}
// [turn]

// `length` elements, up to a word, of a row at `place`; whole: they are always a word.
template <bool whole, typename T>
__device__ unsigned load_word(const T* in, std::size_t place, unsigned length) {
  if constexpr (whole) return *reinterpret_cast<const unsigned*>(in + place);
  unsigned word = 0;
  for (unsigned k = 0; k < packed<T> && k < length; ++k) {
    word |= unsigned{in[place + k]} << (k * 8 * sizeof(T));
  }
  return word;
}
template <bool whole, typename T>
__device__ void store_word(T* out, std::size_t place, unsigned length, unsigned word) {
  if constexpr (whole) {
    *reinterpret_cast<unsigned*>(out + place) = word;
  } else {
    for (unsigned k = 0; k < packed<T> && k < length; ++k) {
      out[place + k] = static_cast<T>(word >> (k * 8 * sizeof(T)));
    }
  }
}

// [kernel]
// A row of the tile is `side` words, on both sides. whole: so are the rows of both matrices, some number of words.
template <bool whole, unsigned side, typename T>
__global__ void __launch_bounds__(side * 8)
    transpose_packed(const T* in, T* out, unsigned rows, unsigned cols) {
  extern __shared__ unsigned staged[];  // `side` words and one unused in each of side * packed rows
  constexpr unsigned in_word = packed<T>;
  constexpr unsigned tile_size = side * in_word;  // elements
  constexpr unsigned steps = side / 8;            // 8 rows of threads
  const unsigned x = threadIdx.x % side;
  const unsigned y = threadIdx.x / side;
  const unsigned tile_row = blockIdx.x * tile_size;
  const unsigned tile_col = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;

  // All loads of a thread, before the first exchange.
  const unsigned col = tile_col + x * in_word;
  unsigned word[steps][in_word];
#pragma unroll
  for (unsigned i = 0; i < steps; ++i) {
#pragma unroll
    for (unsigned k = 0; k < in_word; ++k) {
      const unsigned row = tile_row + (i * 8 + y) * in_word + k;
      word[i][k] =
          row < rows && col < cols ? load_word<whole>(in, std::size_t{row} * cols + col, cols - col) : 0;
    }
  }
  // Row c of the output's tile is row c % in_word * side + c / in_word here.
#pragma unroll
  for (unsigned i = 0; i < steps; ++i) {
    turn(word[i]);
#pragma unroll
    for (unsigned k = 0; k < in_word; ++k) staged[(k * side + x) * (side + 1) + i * 8 + y] = word[i][k];
  }

  __syncthreads();

  const unsigned place = tile_row + x * in_word;  // in a row of the output
  if (place >= rows) return;
#pragma unroll
  for (unsigned i = 0; i < steps; ++i) {
#pragma unroll
    for (unsigned k = 0; k < in_word; ++k) {
      const unsigned row = tile_col + (i * 8 + y) * in_word + k;  // of the output
      if (row >= cols) continue;
      store_word<whole>(out, std::size_t{row} * rows + place, rows - place,
                        staged[(k * side + i * 8 + y) * (side + 1) + x]);
    }
  }
}
// [kernel]

// Random elements, none of which is the poison.
template <typename T>
std::vector<T> elements(ch08::Shape shape, std::uint64_t seed) {
  const tutorial::Random random(seed);
  constexpr std::uint32_t largest = std::numeric_limits<T>::max();
  constexpr std::uint32_t poison = tutorial::poison_byte<T> * (largest / 255);
  return ch08::matrix_of<T>(shape, [&](std::int64_t row, std::int64_t col) {
    const std::uint32_t value = random.below(largest, static_cast<std::uint64_t>(row * shape.cols + col));
    return value < poison ? value : value + 1;
  });
}

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = elements<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  const auto measure = [&](const std::string& variant, auto kernel, unsigned threads, unsigned tile_size,
                           unsigned shared_bytes) {
    // x, which counts first, goes along the rows of the output.
    const dim3 grid = ch08::tile_grid(shape.cols, shape.rows, tile_size, tile_size);
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    tutorial::Case row = ch08::row<T>(shape, variant);
    row.type = sizeof(T) == 1 ? "byte" : "half";
    d_out.poison();  // fills it with a value that no element has
    program.measure(
        row,
        [&] {
          kernel<<<grid, threads, shared_bytes>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
  };
  const auto measure_packed = [&](auto kernel, unsigned side) {
    const unsigned tile_size = side * packed<T>;
    measure("packed words, rows of " + std::to_string(side * sizeof(unsigned)) + " bytes", kernel, side * 8,
            tile_size, tile_size * (side + 1) * sizeof(unsigned));
  };
  measure("tile 32 x 33", transpose_elements<T>, 256, 32, 0);
  if (shape.rows % packed<T> == 0 && shape.cols % packed<T> == 0) {
    measure_packed(transpose_packed<true, 32, T>, 32);
    measure_packed(transpose_packed<true, 64, T>, 64);
  } else {
    measure_packed(transpose_packed<false, 32, T>, 32);
    measure_packed(transpose_packed<false, 64, T>, 64);
    program.note("loads and stores go element by element: the rows are no multiple of 4 bytes long");
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  std::string bytes;
  program.size("--rows", shape.rows, "rows of the input matrix",
               {.gpu = 16384, .simulator = 1024, .quick = 260});
  program.size("--cols", shape.cols, "columns of the input matrix",
               {.gpu = 16384, .simulator = 1024, .quick = 132});
  program.choice("--bytes", bytes, "bytes of an element: 2 are fp16, bf16 or short", {"1", "2"});
  return program.run(argc, argv, [&] {
    if (bytes == "1") {
      run<std::uint8_t>(program, shape);
    } else {
      run<std::uint16_t>(program, shape);
    }
  });
}
