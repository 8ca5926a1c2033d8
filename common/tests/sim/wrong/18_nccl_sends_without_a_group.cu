// expect-exit: 1
// expect-stderr: rank [01] waits in ncclSend for rank [01], which waits in ncclSend: both belong between ncclGroupStart and ncclGroupEnd
#include "tests/sim/nccl_ranks.hpp"

int main() {
  return run_ranks(2, [](int rank, const ncclUniqueId& id) {
    ncclComm_t communicator;
    float *mine, *theirs;
    if (ncclCommInitRank(&communicator, 2, id, rank) != ncclSuccess) return 2;
    if (cudaMalloc(&mine, sizeof(float)) != cudaSuccess) return 3;
    if (cudaMalloc(&theirs, sizeof(float)) != cudaSuccess) return 3;
    if (ncclSend(mine, 1, ncclFloat, 1 - rank, communicator, nullptr) != ncclSuccess) return 1;
    return ncclRecv(theirs, 1, ncclFloat, 1 - rank, communicator, nullptr) != ncclSuccess ? 1 : 0;
  })[0];
}
