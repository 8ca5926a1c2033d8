// expect-exit: 1
// expect-stderr: the process of rank 1 has ended, and rank 0 waits for it in ncclRecv
#include <signal.h>

#include "tests/sim/nccl_ranks.hpp"

int main() {
  return run_ranks(2, [](int rank, const ncclUniqueId& id) {
    ncclComm_t communicator;
    float* x;
    if (ncclCommInitRank(&communicator, 2, id, rank) != ncclSuccess) return 2;
    if (rank == 1) ::raise(SIGKILL);
    if (cudaMalloc(&x, sizeof(float)) != cudaSuccess) return 3;
    return ncclRecv(x, 1, ncclFloat, 1, communicator, nullptr) != ncclSuccess ? 1 : 0;
  })[0];
}
