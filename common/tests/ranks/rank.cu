// rank: do several processes end well, whatever one of them does?
//
// A program for tests: ranks_stop_together.sh says what each fault must come to. The last rank has it.

#include <signal.h>
#include <unistd.h>

#include <stdexcept>

#include "tutorial/nccl.hpp"
#include "tutorial/ranks.hpp"
#include "tutorial/tutorial.hpp"

__global__ void write_number(int* out, int number) { *out = number; }

void run(tutorial::Program& program, tutorial::Ranks& ranks, const std::string& fault) {
  const bool faulty = ranks.rank() == ranks.size() - 1;
  const tutorial::NcclRank nccl(ranks);
  tutorial::DeviceBuffer<int> out(1);
  if (faulty && fault == "killed") ::raise(SIGKILL);
  if (faulty && fault == "throws") throw std::runtime_error("thrown");
  if (faulty && fault == "exits") ::_exit(0);
  program.measure_end_to_end(
      {.variant = "sum", .size = "1"},
      [&] {
        write_number<<<1, 1>>>(out.data(), ranks.rank() + 1);
        CUDA_CHECK_LAUNCH();
        NCCL_CHECK(ncclAllReduce(out.data(), out.data(), 1, ncclInt, ncclSum, nccl, nullptr));
        CUDA_CHECK(cudaDeviceSynchronize());
      },
      [&] {
        const int n = ranks.size();
        const int want = n * (n + 1) / 2 + (faulty && fault == "wrong" ? 1 : 0);
        return ranks.agreed(tutorial::verify(out.to_host(), [&](std::int64_t) { return want; }));
      });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::Ranks ranks(program);
  std::string fault;
  program.choice("--fault", fault, "of the last rank", {"none", "killed", "throws", "exits", "wrong"});
  return ranks.run<int>(argc, argv, [&](int) { run(program, ranks, fault); });
}
