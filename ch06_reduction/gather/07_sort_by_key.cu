// sort_by_key: does it pay to keep the key of a record in an array of its own?
//
// Before   aos_soa reads one field of many, and a record of two fields costs twice what it should.
// Change   records {key, value} are sorted by their key, with Thrust:
//
//          - AoS: an array of records, and a comparison of ours that looks at the key;
//          - SoA: an array of keys and one of values, and the same comparison;
//          - SoA with no comparison: Thrust knows what "less" means for an int.
//
//          The first two differ only in the layout, the last two only in the comparison. Each sort is stable:
//          records of equal key keep their order. So there is one right answer, and we ask for exactly that.
//
// Expect   Thrust's example says that SoA is 5 times faster (claim C14). We predict that most of it is not the
//          layout. A sort by comparisons moves each record log2(n) times or so, key and value together, and uses
//          every byte it fetches in either layout. Without a comparison Thrust can use the bits of an int: a
//          radix sort moves each record 4 times, a byte of the key at a time, whatever n is. So the step from
//          AoS to SoA should gain little, and the step from a comparison to none much.
//          Each time includes what Thrust does on each call: it allocates its scratch memory and frees it.
// Measured - "SoA, by comparison" is at most 1.25 times as fast as "AoS, by comparison" (after measuring).
//          - "SoA, by the bits of the key" is at least 1.5 times as fast as "SoA, by comparison" (after
//            measuring).
// Run      ./tutorial run sort_by_key -- --n 16777216 --data random
// Source   [Farber] ch. 6; Thrust's example sorting_aos_vs_soa

#include <algorithm>

#include "tutorial/tutorial.hpp"

// On the simulator Thrust runs through its own host back end. Where it is not installed the CPU has to sort.
#if __has_include(<thrust/sort.h>)
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#endif

// [records]
struct Record {
  int key;
  unsigned value;
};

struct KeyLess {
  __host__ __device__ bool operator()(const Record& a, const Record& b) const { return a.key < b.key; }
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
// [records]

// n unsorted records in both layouts, room for sorting them, and the answer. A value is its record's first
// place, so the answer shows where each record came from.
class Records {
 public:
  Records(std::int64_t count, const std::string& data, std::uint64_t seed)
      : n(count), records(static_cast<std::size_t>(count)), keys(records.size()), values(records.size()) {
    const tutorial::Random random(seed);
    std::vector<int> host_keys(records.size());
    std::vector<unsigned> host_values(records.size());
    for (std::size_t i = 0; i < unsorted.size(); ++i) {
      unsorted[i] = {key_at(data, random, i), static_cast<unsigned>(i)};
      host_keys[i] = unsorted[i].key;
      host_values[i] = unsorted[i].value;
    }
    unsorted_records_.copy_from(unsorted);
    unsorted_keys_.copy_from(host_keys);
    unsorted_values_.copy_from(host_values);
    want_ = unsorted;
    std::stable_sort(want_.begin(), want_.end(), KeyLess{});
  }

  // A sort destroys its input: this brings it back.
  void restore() {
    if (n == 0) return;
    CUDA_CHECK(
        cudaMemcpy(records.data(), unsorted_records_.data(), records.bytes(), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemcpy(keys.data(), unsorted_keys_.data(), keys.bytes(), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemcpy(values.data(), unsorted_values_.data(), values.bytes(), cudaMemcpyDeviceToDevice));
  }

  // Keys in order, each value with its key, equal keys in their first order: all of it is one comparison with
  // the one right answer.
  tutorial::Verdict check(const std::vector<Record>& sorted) const {
    return tutorial::verify(
        sorted.size() == want_.size() ? words(sorted) : std::vector<std::int64_t>(want_.size()),
        [want = words(want_)](std::int64_t i) { return want[static_cast<std::size_t>(i)]; });
  }
  tutorial::Verdict check_aos() const { return check(records.to_host()); }
  tutorial::Verdict check_soa() const {
    const std::vector<int> host_keys = keys.to_host();
    const std::vector<unsigned> host_values = values.to_host();
    std::vector<Record> sorted(host_keys.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = {host_keys[i], host_values[i]};
    return check(sorted);
  }

  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = static_cast<double>(n),
            .unit = tutorial::Unit::giga_elements_per_second};
  }

  const std::int64_t n;
  tutorial::DeviceBuffer<Record> records;
  tutorial::DeviceBuffer<int> keys;
  tutorial::DeviceBuffer<unsigned> values;
  std::vector<Record> unsorted = std::vector<Record>(records.size());

 private:
  static int key_at(const std::string& data, const tutorial::Random& random, std::size_t i) {
    if (data == "equal") return 7;
    if (data == "sorted") return static_cast<int>(i);
    if (data == "reversed") return -static_cast<int>(i);
    const auto bits = static_cast<unsigned>(random.bits(i) >> 32);
    return data == "few" ? static_cast<int>(bits % 16) - 8 : static_cast<int>(bits);
  }

  // A record as one number, for comparing and for showing: key * 2^32 + value.
  static std::vector<std::int64_t> words(const std::vector<Record>& from) {
    std::vector<std::int64_t> result(from.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = std::int64_t{from[i].key} * (std::int64_t{1} << 32) + from[i].value;
    }
    return result;
  }

  tutorial::DeviceBuffer<Record> unsorted_records_ = tutorial::DeviceBuffer<Record>(records.size());
  tutorial::DeviceBuffer<int> unsorted_keys_ = tutorial::DeviceBuffer<int>(keys.size());
  tutorial::DeviceBuffer<unsigned> unsorted_values_ = tutorial::DeviceBuffer<unsigned>(values.size());
  std::vector<Record> want_;
};

#if __has_include(<thrust/sort.h>)
// [sorts]
void measure_thrust(tutorial::Program& program, Records& all) {
  Record* records = all.records.data();
  int* keys = all.keys.data();
  unsigned* values = all.values.data();
  const std::int64_t n = all.n;

  program.measure(
      all.row("AoS, by comparison"),
      [&] { thrust::stable_sort(thrust::device, records, records + n, KeyLess{}); },
      [&] { return all.check_aos(); }, [&] { all.restore(); });
  program.measure(
      all.row("SoA, by comparison"),
      [&] { thrust::stable_sort_by_key(thrust::device, keys, keys + n, values, KeyLess{}); },
      [&] { return all.check_soa(); }, [&] { all.restore(); });
  program.measure(
      all.row("SoA, by the bits of the key"),
      [&] { thrust::stable_sort_by_key(thrust::device, keys, keys + n, values); },
      [&] { return all.check_soa(); }, [&] { all.restore(); });
}
// [sorts]
#endif

void run(tutorial::Program& program, std::int64_t n, const std::string& data) {
  program.require(n <= std::int64_t{1} << 31,
                  "--n must not exceed 2147483648: keys and indices have 32 bits");
  Records all(n, data, program.seed());
#if __has_include(<thrust/sort.h>)
  measure_thrust(program, all);
#else
  std::vector<Record> sorted;
  program.measure_on_host(
      all.row("AoS, std::stable_sort on the CPU"),
      [&] {
        sorted = all.unsorted;
        std::stable_sort(sorted.begin(), sorted.end(), KeyLess{});
      },
      [&] { return all.check(sorted); });
  program.left_out("Thrust", "it is not installed: package libthrust-dev");
#endif
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  program.size("--n", n, "number of records",
               {.gpu = std::int64_t{1} << 24, .simulator = 100'000, .quick = 3'000});
  program.choice("--data", data, "the keys; few: 16 different ones",
                 {"random", "few", "equal", "sorted", "reversed"});
  return program.run<int>(argc, argv, [&](auto) { run(program, n, data); });
}
