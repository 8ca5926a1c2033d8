// last_warp: what does it cost if one thread finishes the last 32 values alone?
//
// Before   reduce_two_stages folds the last 32 values of a block in five steps of a warp, 16-8-4-2-1. The book says
//          that one thread could do it in about 100 ns more (claim C11), which is not visible next to a launch.
//
// Change   One warp does only that, many times over. Every lane waits for the result before the next round, so
//          rounds cannot overlap, and the time divided by their number is the latency of one round.
//
//              tree          slots -> 5 times (read 2, combine, write, wait for the warp)   -> slot 0
//              one thread    slots -> lane 0 reads 32, combines 31 times, one after another -> slot 0
//              shuffle       registers -> 5 times (exchange, combine)                       -> every lane
//
//          All three then pass the result to all 32 lanes, so the differences between the rows are those of the
//          fold.
//
// Expect   A value written to shared memory can be read some tens of cycles later, so a step of the tree costs that
//          plus an addition; five steps are some 200 cycles. The single thread has a chain of 31 additions, 4
//          cycles each for int and float; its 32 loads depend on nothing and overlap: also some 200 cycles. So the
//          claim should hold easily, and the tree may not win at all. Shuffles avoid shared memory and should take
//          less time than the tree. double additions take longer on devices with few units for them, and slow down
//          the single thread most.
// Measured - "one thread" is 0.9 to 1.1 times as fast as "tree" (after measuring).
//          - "shuffle" is faster than "tree" (with measuring).
// Run      ./tutorial run last_warp -- --type int
// See      ./tutorial explain last_warp
// Source   [Farber] ch. 6 (the tree and the claim); the shuffle is ours

#include "functor/fold_warp.cuh"
#include "functor/functors.cuh"

// [kernels]
// Lane l brings l + 1. A right sum is `sum`, so that its difference to it moves no lane's value: the sums stay
// exact in every type, and the compiler cannot know.
template <Finish finish, typename T>
__global__ void repeat_fold(T* result, std::int64_t rounds, T sum) {
  __shared__ T slots[warp_size];

  const int lane = threadIdx.x;
  T value = lane + 1;
  T found = sum;
  for (std::int64_t round = 0; round < rounds; ++round) {
    slots[lane] = value;
    fold_warp<finish>(slots, lane, plus<T>{});
    __syncwarp();  // the result is lane 0's
    found = slots[0];
    __syncwarp();  // all have read it before the next round overwrites it
    value += found - sum;
  }
  result[lane] = found;
}

template <typename T>
__global__ void repeat_shuffle(T* result, std::int64_t rounds, T sum) {
  T value = threadIdx.x + 1;
  T found = sum;
  for (std::int64_t round = 0; round < rounds; ++round) {
    found = value;
    for (int distance = warp_size / 2; distance > 0; distance /= 2) {
      found += __shfl_xor_sync(0xFFFFFFFFu, found, distance);
    }
    value += found - sum;
  }
  result[threadIdx.x] = found;
}
// [kernels]

template <typename T>
void run(tutorial::Program& program, std::int64_t rounds) {
  constexpr T sum = warp_size * (warp_size + 1) / 2;
  tutorial::DeviceBuffer<T> result(warp_size);

  const auto measure = [&](const std::string& variant, auto kernel) {
    result.poison();
    program.measure(
        {.variant = variant,
         .size = tutorial::count_text(rounds),
         .work = static_cast<double>(rounds),
         .unit = tutorial::Unit::nanoseconds},
        [&] {
          kernel<<<1, warp_size>>>(result.data(), rounds, sum);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return tutorial::verify(result.to_host(), [&](std::int64_t) { return sum; }); });
  };
  measure("tree", repeat_fold<Finish::tree, T>);
  measure("one thread", repeat_fold<Finish::one_thread, T>);
  measure("shuffle", repeat_shuffle<T>);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t rounds;
  program.size("--rounds", rounds, "how often the warp folds its values",
               {.gpu = 100'000, .simulator = 1'000, .quick = 100});
  return program.run<int, long long, float, double>(argc, argv,
                                                    [&](auto zero) { run<decltype(zero)>(program, rounds); });
}
