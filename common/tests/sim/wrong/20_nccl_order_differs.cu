// expect-exit: 1
// expect-stderr: rank 0 calls ncclAllReduce of 1 ncclFloat32, ncclSum, and rank 1 ncclBroadcast of 1 ncclFloat32, root 0
#include "tests/sim/nccl_ranks.hpp"

int main() {
  return run_ranks(2, [](int rank, const ncclUniqueId& id) {
    ncclComm_t communicator;
    float* x;
    if (ncclCommInitRank(&communicator, 2, id, rank) != ncclSuccess) return 2;
    if (cudaMalloc(&x, sizeof(float)) != cudaSuccess) return 3;
    for (const bool sums : {rank == 0, rank == 1}) {
      const ncclResult_t result = sums ? ncclAllReduce(x, x, 1, ncclFloat, ncclSum, communicator, nullptr)
                                       : ncclBroadcast(x, x, 1, ncclFloat, 0, communicator, nullptr);
      if (result != ncclSuccess) return 1;
    }
    return 0;
  })[0];
}
