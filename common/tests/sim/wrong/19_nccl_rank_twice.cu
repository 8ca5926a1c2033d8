// expect-exit: 1
// expect-stderr: rank 0 is there twice
// environment: CUDASIM_NCCL_TIMEOUT=2
#include "tests/sim/nccl_ranks.hpp"

int main() {
  const auto codes = run_ranks(2, [](int, const ncclUniqueId& id) {
    ncclComm_t communicator;
    return ncclCommInitRank(&communicator, 2, id, 0) != ncclSuccess ? 1 : 0;
  });
  return codes[0] == 1 && codes[1] == 1 ? 1 : 0;
}
