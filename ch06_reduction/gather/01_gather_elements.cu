// gather_elements: what does it cost if an index, not the thread, determines which element is read?
//
// Before   The sums of this chapter read element i in thread i, so that the 32 reads of a warp are adjacent and use
//          whole sectors of 32 bytes.
// Change   An array of indices comes between thread and element: a[i] = b[index[i]].
//
//              b  | . . . . . . . . | . . . . . . . . | . . . . . . . . |   sectors of 8 ints
//                     ^               ^     ^                 ^
//              a    lane 0          lane 2 lane 3           lane 1
//
//          The indices are sequential (the index changes nothing), random, or the same random ones sorted. A
//          random gather reads some elements twice and some never.
//
// Expect   Sectors per request of the indexed side, int: 4 sequential; 32 random, one per lane; about 5 sorted, since
//          32 sorted indices span 32 elements on average, and rarely start at a sector boundary. Sorted should
//          cost as much as sequential (claim C13).
//          Bytes per int, once the arrays are larger than the caches: sequential 4 of the index, 4 read, 4
//          written, 12 in all. Random 4 + 32 + 4 = 40, 3.3 times as many; if the memory transfers 64 bytes at a
//          time, 72, 6 times. The book measured 11.5 times (claim C12), on a GPU with cache lines of 128 bytes:
//          136 / 12 = 11.3. While the arrays fit into the L2 cache none of this reaches memory, and random should
//          cost two to three times as much.
// Measured - "gather, sorted, one per thread" is as fast as "gather, sequential, one per thread" (with measuring).
//          - "gather, random, one per thread" is 0.166 to 0.3 times as fast as "gather, sequential, one per thread"
//            (with measuring).
//            Missed on the H100: The ratio is slightly more than the 64 bytes of each sector pair explain. The
//            sequential row is below its ceiling, so the ratio to it says less than the bytes.
// Run      ./tutorial run gather_elements -- --n 100000000
//          ./tutorial run gather_elements -- --sizes book         the book's table next to our figures
//          gather_elements 1000 100 2     the book's arguments: thousands, loops, op (0 sequential, 1 sorted)
// See      ./tutorial explain gather_elements -- --order random, and sequential, sorted, reversed
// Source   [Farber] ch. 6

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gather/arrays.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#endif

// [kernel]
template <typename T>
__global__ void gather(T* a, const T* b, const std::uint32_t* index, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;

  const std::uint32_t place = index[i];
  a[i] = b[place];
}
// [kernel]

// The rows of one order of the indices: ours, and Thrust's if it is asked for. Returns the seconds of ours.
template <typename T>
double measure(tutorial::Program& program, std::int64_t n, const std::string& order, bool with_thrust) {
  const std::vector<std::uint32_t> index = ch06::indices_in_order(order, false, n, program.seed());
  tutorial::DeviceBuffer<T> d_a(n), d_b(n);              // cudaMalloc
  tutorial::DeviceBuffer<std::uint32_t> d_index(index);  // cudaMalloc, cudaMemcpy
  d_b.copy_from(ch06::make_values<T>(n));                // cudaMemcpy
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(n, block);

  const double seconds = program.measure(
      ch06::gather_row<T>(n, "gather, " + order + ", one per thread"),
      [&] {
        gather<<<grid, block>>>(d_a.data(), d_b.data(), d_index.data(), n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return ch06::check_gather(d_a.to_host(), index); });
#ifndef TUTORIAL_SIMULATOR
  if (!with_thrust) return seconds;
  d_a.poison();
  tutorial::Case row = ch06::gather_row<T>(n, "thrust::gather, " + order);
  row.peer = true;
  program.measure(
      row,
      [&] { thrust::gather(thrust::device, d_index.data(), d_index.data() + n, d_b.data(), d_a.data()); },
      [&] { return ch06::check_gather(d_a.to_host(), index); });
#else
  static_cast<void>(with_thrust);
#endif
  return seconds;
}

template <typename T>
void run_one_size(tutorial::Program& program, std::int64_t n, const std::string& wanted) {
  std::vector<std::string> orders = {"sequential", "sorted", "random"};
  if (wanted != "all") orders = {wanted};
  for (const std::string& order : orders) measure<T>(program, n, order, true);
#ifdef TUTORIAL_SIMULATOR
  program.left_out("thrust::gather", "library device code is not simulated");
#endif
}

// The book's table: seconds on a Tesla C2070, the average of 1000 runs.
struct BookRow {
  std::int64_t n;
  double sequential, sorted, random;
};
constexpr BookRow book_table[] = {{10'000, 3.37e-06, 3.44e-06, 7.46e-06},
                                  {100'000, 1.39e-05, 1.42e-05, 6.94e-05},
                                  {1'000'000, 0.000107, 0.000106, 0.000972},
                                  {10'000'000, 0.001077, 0.00105, 0.011418},
                                  {100'000'000, 0.011553, 0.013233, 0.132465}};

// "107.00", or "-" for what the simulator does not measure.
std::string number(double value, int digits) {
  char text[32] = "-";
  if (!std::isnan(value)) std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

// Three times in us and two slow-downs against the first.
std::string columns(const BookRow& row) {
  std::string line;
  for (const std::string& word :
       {number(1e6 * row.sequential, 2), number(1e6 * row.sorted, 2), number(1e6 * row.random, 2),
        number(row.sorted / row.sequential, 1), number(row.random / row.sequential, 1)}) {
    line += std::string(std::max<std::size_t>(word.size(), 11) - word.size(), ' ') + word;
  }
  return line;
}

// All sizes of the book's table. On the simulator, and with --quick, the sizes are a thousandth of it.
template <typename T>
void run_book_sizes(tutorial::Program& program) {
  const bool small = program.quick() || tutorial::backend() == tutorial::Backend::simulator;
  std::vector<std::string> lines;
  for (const BookRow& book : book_table) {
    BookRow ours{};
    ours.n = small ? book.n / 1000 : book.n;
    ours.sequential = measure<T>(program, ours.n, "sequential", false);
    ours.sorted = measure<T>(program, ours.n, "sorted", false);
    ours.random = measure<T>(program, ours.n, "random", false);
    const std::string size = tutorial::count_text(ours.n);
    lines.push_back(std::string(std::max<std::size_t>(size.size(), 7) - size.size(), ' ') + size +
                    columns(ours) + "  |" + columns(book));
  }
  program.note(
      "gather, one element per thread, us, and slow-down against sequential; right: the book's Tesla C2070");
  if (small) program.note("the sizes are a thousandth of the book's, its figures those of the whole sizes");
  const std::string head = " sequential     sorted     random  sorted/sq  random/sq";
  program.note("   size" + head + "  |" + head);
  for (const std::string& line : lines) program.note(line);
}

// The book's command line, "SIZE LOOPS OP", as options of ours: size in thousands, op 0 for sequential, 1 for
// sorted, any other for random. Without a number in front, the arguments as they are.
std::vector<std::string> without_positions(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  const auto is_number = [&](std::size_t i) {
    return i < words.size() && !words[i].empty() &&
           words[i].find_first_not_of("0123456789") == std::string::npos;
  };
  if (!is_number(1)) return words;
  std::vector<std::string> options = {words[0], "--n", words[1] + "000"};
  std::size_t next = 2;
  if (is_number(next)) options.insert(options.end(), {"--repeats", words[next++]});
  if (is_number(next)) {
    const std::string& op = words[next++];
    options.insert(options.end(), {"--order", op == "0" ? "sequential" : op == "1" ? "sorted" : "random"});
  }
  options.insert(options.end(), words.begin() + static_cast<std::ptrdiff_t>(next), words.end());
  return options;
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string order;
  std::string sizes;
  ch06::add_gather_options(program, n, order, {"all", "sequential", "sorted", "random", "reversed", "same"});
  program.choice("--sizes", sizes, "the size --n, or all sizes of the book's table", {"one", "book"});

  std::vector<std::string> words = without_positions(argc, argv);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return program.run<int, long long>(static_cast<int>(words.size()), pointers.data(), [&](auto zero) {
    ch06::require_small_indices(n);
    if (sizes == "book") return run_book_sizes<decltype(zero)>(program);
    run_one_size<decltype(zero)>(program, n, order);
  });
}
