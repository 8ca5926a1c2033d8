// sum_ranks: what changes if each GPU has a process of its own?
// Step     one process per GPU
//
// Before   sum_all_gpus drives all GPUs of one host from one thread. It cannot reach the GPUs of another host, and one
//          thread makes the launches for all d devices.
// Change   There is one process per GPU, a rank. mpirun, srun or the program itself starts d of them. Each rank generates,
//          holds and reduces its share. No group is needed, since each rank makes one call, and the calls of different
//          ranks meet:
//
//              rank 0   n/d values -> 1   ncclAllReduce ---+--> total
//              rank 1   n/d values -> 1   ncclAllReduce ---+--> total
//              rank 2   n/d values -> 1   ncclAllReduce ---+--> total
//
//          To meet, all need the unique id that rank 0 makes. MPI programs broadcast it by MPI; this program sends it over
//          a socket of tutorial/ranks.hpp. The socket also reports when a rank has ended, since NCCL would wait forever
//          for that rank.
// Expect   The same time as sum_all_gpus: the shares are the same, and so is the all-reduce. `--scaling weak` gives each
//          rank n elements instead of n/d. Then the time should be that of one GPU, plus the all-reduce.
// Run      ./tutorial run sum_ranks -- --ranks 2 --n 1000000000
// See      https://docs.nvidia.com/deeplearning/nccl: one device per process
// Source   ours; the kernel is [Farber]'s, as in function_reduce

#include "several_gpus/sum_share.cuh"
#include "tutorial/nccl.hpp"
#include "tutorial/ranks.hpp"

using tutorial::DeviceBuffer;

// [rank]
// A rank's share of the vector, and the sums.
template <typename T>
class Part {
 public:
  Part(const tutorial::Elements<T>& values, const tutorial::RankShare& share)
      : n_(share.count),
        in_(static_cast<std::size_t>(share.count)),
        partial_(ch06::full_blocks()),
        sum_(1),
        total_(1) {
    ch06::make_values<<<ch06::full_blocks(), reduce_threads>>>(in_.data(), n_, share.first, values);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  // The sum of all ranks' shares: the blocks' values, then one block folds those, then the ranks meet.
  T total(ncclComm_t nccl) {
    const auto blocks = static_cast<unsigned>(partial_.size());
    sum_share<8><<<blocks, reduce_threads>>>(in_.data(), partial_.data(), n_);
    CUDA_CHECK_LAUNCH();
    sum_share<1><<<1, reduce_threads>>>(partial_.data(), sum_.data(), std::int64_t{blocks});
    CUDA_CHECK_LAUNCH();
    NCCL_CHECK(ncclAllReduce(sum_.data(), total_.data(), 1, tutorial::nccl_type<T>, ncclSum, nccl, nullptr));
    return total_.to_host()[0];
  }

  void poison() {
    partial_.poison();
    sum_.poison();
    total_.poison();
  }

 private:
  std::int64_t n_;
  DeviceBuffer<T> in_;
  DeviceBuffer<T> partial_;
  DeviceBuffer<T> sum_;
  DeviceBuffer<T> total_;
};
// [rank]

template <typename T>
void run(tutorial::Program& program, tutorial::Ranks& ranks, std::int64_t n, const std::string& data) {
  const tutorial::Elements<T> values(ch06::numbers_named<T>(data), program.seed(), n, n);
  const ch06::Exact exact = ch06::exact_shares(values, 1)[0];
  tutorial::Program::require(
      exact.absolute_sum <= std::int64_t{1} << 53,
      "--n: the sum of so many of these values may be inexact; choose fewer or other --data");
  const T want = static_cast<T>(exact.sum) * static_cast<T>(values.grain());

  const tutorial::NcclRank nccl(ranks);
  Part<T> part(values, tutorial::share_of(n, ranks.rank(), ranks.size()));
  part.poison();
  T total = -77;
  program.measure_end_to_end(
      {.variant = std::to_string(ranks.size()) + (ranks.size() == 1 ? " rank" : " ranks"),
       .size = tutorial::count_text(n),
       .work = static_cast<double>(n) * sizeof(T),
       .unit = tutorial::Unit::gigabytes_per_second},
      [&] { total = part.total(nccl); },
      [&] {
        return ranks.agreed(tutorial::verify(std::vector<T>{total}, [&](std::int64_t) { return want; }));
      });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::Ranks ranks(program);
  std::int64_t n;
  std::string data;
  std::string scaling;
  program.size("--n", n, "number of elements",
               {.gpu = 1'000'000'000, .simulator = 1'000'000, .quick = 300'000});
  program.choice("--data", data, "which values; book: random 0 or 1", ch06::numbers_names);
  program.choice("--scaling", scaling, "strong: n elements in all; weak: n for each rank",
                 {"strong", "weak"});
  return ranks.run<long long, double>(argc, argv, [&](auto zero) {
    run<decltype(zero)>(program, ranks, scaling == "weak" ? n * ranks.size() : n, data);
  });
}
