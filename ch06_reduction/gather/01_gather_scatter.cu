// gather_scatter: what does it cost if an index, not the thread, determines which element is accessed?
//
// Before   The sums of this chapter read element i in thread i, so that the 32 reads of a warp are adjacent and use
//          whole sectors of 32 bytes.
// Change   An array of indices comes between thread and element:
//
//              gather      a[i] = b[index[i]]          scatter     a[index[i]] = b[i]
//
//              b  | . . . . . . . . | . . . . . . . . | . . . . . . . . |   sectors of 8 ints
//                     ^               ^     ^                 ^
//              a    lane 0          lane 2 lane 3           lane 1
//
//          The indices are sequential (the index changes nothing), random, or the same random ones sorted. A
//          random gather reads some elements twice and some never. A random scatter must not write an element
//          twice, because the result would depend on which thread came last. It gets a permutation, and a sorted
//          permutation is the sequential order again.
//
//          The second half of the rows gives each thread four elements, a block's width apart: the same requests
//          to memory, four of them in flight at a time.
//
// Expect   Sectors per request of the indexed side, int: 4 sequential; 32 random, one per lane; about 5 sorted, since
//          32 sorted indices span 32 elements on average, and rarely start at a sector boundary. Sorted should
//          cost as much as sequential (claim C13).
//          Bytes per int, once the arrays are larger than the caches: sequential 4 of the index, 4 read, 4
//          written, 12 in all. Random gather 4 + 32 + 4 = 40, 3.3 times as many; if the memory transfers 64 bytes
//          at a time, 72, 6 times. The book measured 11.5 times (claim C12), on a GPU with cache lines of 128
//          bytes: 136 / 12 = 11.3. Random scatter writes a part of a sector, which memory with error correction
//          must read, merge and write back: two trips where the gather has one. While the arrays fit into the L2
//          cache none of this reaches memory, and random should cost two to three times as much. Four elements
//          per thread should help wherever latency is the limit.
// Measured - "gather, sorted, one per thread" is as fast as "gather, sequential, one per thread" (with measuring).
//          - "gather, random, one per thread" is 0.166 to 0.3 times as fast as "gather, sequential, one per thread"
//            (with measuring).
//            Why: On the H100 slightly more than the 64 bytes of each sector pair explain. The sequential row is
//            the one below its ceiling, so the ratio to it says less than the bytes.
//          - "scatter, random, one per thread" is slower than "gather, random, one per thread" (with measuring).
// Run      ./tutorial run gather_scatter -- --n 100000000
//          ./tutorial run gather_scatter -- --sizes book         the book's table next to our figures
//          gather_scatter 1000 100 2     the book's arguments: thousands, loops, op (0 sequential, 1 sorted)
// See      ./tutorial explain gather_scatter -- --order random, and sequential, sorted, reversed
// Source   [Farber] ch. 6

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gather/gather.hpp"
#include "tutorial/tutorial.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/scatter.h>
#endif

// [gather]
template <int per_thread, typename T>
__global__ void gather(T* a, const T* b, const std::uint32_t* index, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x * per_thread + threadIdx.x;

  // Separate loops: all reads of one loop are in flight before the next loop needs the first.
  std::uint32_t place[per_thread] = {};
  T value[per_thread] = {};
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) place[k] = index[i];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) value[k] = b[place[k]];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) a[i] = value[k];
  }
}
// [gather]

// [scatter]
// No element may appear twice in the index.
template <int per_thread, typename T>
__global__ void scatter(T* a, const T* b, const std::uint32_t* index, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x * per_thread + threadIdx.x;

  std::uint32_t place[per_thread] = {};
  T value[per_thread] = {};
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) place[k] = index[i];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) value[k] = b[i];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) a[place[k]] = value[k];
  }
}
// [scatter]

// b[i]: an odd factor, so no two elements of up to 2^32 are equal and each value tells its place.
template <typename T>
T value_at(std::uint64_t i) {
  return static_cast<T>(i * 0x9E3779B97F4A7C15u);
}

// The arrays of n elements, and what must come out for the index array they hold.
template <typename T>
class Arrays {
 public:
  explicit Arrays(std::int64_t count)
      : n(count), a(static_cast<std::size_t>(count)), b(a.size()), index(a.size()) {
    std::vector<T> host(b.size());
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = value_at<T>(i);
    b.copy_from(host);
  }

  void set_indices(std::vector<std::uint32_t> indices) {
    indices_ = std::move(indices);
    scattered_.clear();
    index.copy_from(indices_);
  }

  tutorial::Verdict check_gather() const {
    return tutorial::verify(
        a.to_host(), [&](std::int64_t i) { return value_at<T>(indices_[static_cast<std::size_t>(i)]); });
  }

  tutorial::Verdict check_scatter() {
    if (scattered_.empty()) {
      scattered_.resize(a.size());
      for (std::size_t i = 0; i < indices_.size(); ++i) scattered_[indices_[i]] = value_at<T>(i);
    }
    return tutorial::verify(a.to_host(),
                            [&](std::int64_t i) { return scattered_[static_cast<std::size_t>(i)]; });
  }

  // What must move at least: the index, an element read, an element written.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = static_cast<double>(index.bytes() + a.bytes() + b.bytes()),
            .ceiling = tutorial::Ceiling::copy};
  }

  const std::int64_t n;
  tutorial::DeviceBuffer<T> a;
  tutorial::DeviceBuffer<T> b;
  tutorial::DeviceBuffer<std::uint32_t> index;

 private:
  std::vector<std::uint32_t> indices_;
  std::vector<T> scattered_;  // what a scatter to these indices gives; made when first asked for
};

template <int per_thread, typename T>
double measure_gather(tutorial::Program& program, Arrays<T>& arrays, const std::string& order) {
  const unsigned blocks = tutorial::blocks_for(arrays.n, program.block() * per_thread);
  arrays.a.poison();
  return program.measure(
      arrays.row("gather, " + order + (per_thread == 1 ? ", one per thread" : ", four per thread")),
      [&] {
        gather<per_thread>
            <<<blocks, program.block()>>>(arrays.a.data(), arrays.b.data(), arrays.index.data(), arrays.n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return arrays.check_gather(); });
}

template <int per_thread, typename T>
void measure_scatter(tutorial::Program& program, Arrays<T>& arrays, const std::string& order) {
  const unsigned blocks = tutorial::blocks_for(arrays.n, program.block() * per_thread);
  arrays.a.poison();
  program.measure(
      arrays.row("scatter, " + order + (per_thread == 1 ? ", one per thread" : ", four per thread")),
      [&] {
        scatter<per_thread>
            <<<blocks, program.block()>>>(arrays.a.data(), arrays.b.data(), arrays.index.data(), arrays.n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return arrays.check_scatter(); });
}

#ifndef TUTORIAL_SIMULATOR
template <typename T>
void measure_thrust_gather(tutorial::Program& program, Arrays<T>& arrays, const std::string& order) {
  arrays.a.poison();
  tutorial::Case row = arrays.row("thrust::gather, " + order);
  row.peer = true;
  program.measure(
      row,
      [&] {
        thrust::gather(thrust::device, arrays.index.data(), arrays.index.data() + arrays.n, arrays.b.data(),
                       arrays.a.data());
      },
      [&] { return arrays.check_gather(); });
}

template <typename T>
void measure_thrust_scatter(tutorial::Program& program, Arrays<T>& arrays, const std::string& order) {
  arrays.a.poison();
  tutorial::Case row = arrays.row("thrust::scatter, " + order);
  row.peer = true;
  program.measure(
      row,
      [&] {
        thrust::scatter(thrust::device, arrays.b.data(), arrays.b.data() + arrays.n, arrays.index.data(),
                        arrays.a.data());
      },
      [&] { return arrays.check_scatter(); });
}
#endif

template <typename T>
void run_one_size(tutorial::Program& program, std::int64_t n, const std::string& wanted,
                  const std::string& direction) {
  Arrays<T> arrays(n);
  std::vector<std::string> orders = {"sequential", "sorted", "random"};
  if (wanted != "all") orders = {wanted};
  for (const std::string& order : orders) {
    if (direction == "scatter") break;
    arrays.set_indices(ch06::indices_in_order(order, false, n, program.seed()));
    measure_gather<1>(program, arrays, order);
    measure_gather<4>(program, arrays, order);
#ifndef TUTORIAL_SIMULATOR
    measure_thrust_gather(program, arrays, order);
#endif
  }
  if (wanted == "all") orders = {"sequential", "random"};
  for (const std::string& order : orders) {
    if (direction == "gather") break;
    arrays.set_indices(ch06::indices_in_order(order, true, n, program.seed()));
    measure_scatter<1>(program, arrays, order);
    measure_scatter<4>(program, arrays, order);
#ifndef TUTORIAL_SIMULATOR
    measure_thrust_scatter(program, arrays, order);
#endif
  }
#ifdef TUTORIAL_SIMULATOR
  if (direction != "scatter") program.left_out("thrust::gather", "library device code is not simulated");
  if (direction != "gather") program.left_out("thrust::scatter", "library device code is not simulated");
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

// All sizes of the book's table, the book's kernel. On the simulator, and with --quick, the sizes are a
// thousandth of it.
template <typename T>
void run_book_sizes(tutorial::Program& program) {
  const bool small = program.quick() || tutorial::backend() == tutorial::Backend::simulator;
  std::vector<std::string> lines;
  for (const BookRow& book : book_table) {
    BookRow ours{};
    ours.n = small ? book.n / 1000 : book.n;
    Arrays<T> arrays(ours.n);
    const auto seconds = [&](const std::string& order) {
      arrays.set_indices(ch06::indices_in_order(order, false, ours.n, program.seed()));
      return measure_gather<1>(program, arrays, order);
    };
    ours.sequential = seconds("sequential");
    ours.sorted = seconds("sorted");
    ours.random = seconds("random");
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
  std::string direction;
  std::string sizes;
  program.size("--n", n, "number of elements, below 2^32",
               {.gpu = 100'000'000, .simulator = 200'000, .quick = 10'000});
  program.choice("--order", order, "order of the indices; same: all of them one, for a gather",
                 {"all", "sequential", "sorted", "random", "reversed", "same"});
  program.choice("--direction", direction, "a[i] = b[index[i]], or a[index[i]] = b[i]",
                 {"both", "gather", "scatter"});
  program.choice("--sizes", sizes, "the size --n, or all sizes of the book's table", {"one", "book"});
  program.block_sizes({64, 128, 256, 512, 1024}, 256);

  std::vector<std::string> words = without_positions(argc, argv);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return program.run<int, long long>(static_cast<int>(words.size()), pointers.data(), [&](auto zero) {
    program.require(n < std::int64_t{1} << 32, "--n must be below 4294967296: the indices have 32 bits");
    program.require(order != "same" || direction == "gather",
                    "--order same needs --direction gather: a scatter must not write one place twice");
    if (sizes == "book") return run_book_sizes<decltype(zero)>(program);
    run_one_size<decltype(zero)>(program, n, order, direction);
  });
}
