// expect-exit: 1
// expect-stderr: rank 0 calls ncclAllReduce of 4 ncclFloat32, ncclSum, and rank 1 ncclAllReduce of 5 ncclFloat32, ncclSum
#include "tests/sim/nccl_ranks.hpp"

int main() {
  return run_ranks(2, [](int rank, const ncclUniqueId& id) {
    ncclComm_t communicator;
    float* x;
    if (ncclCommInitRank(&communicator, 2, id, rank) != ncclSuccess) return 2;
    if (cudaMalloc(&x, 5 * sizeof(float)) != cudaSuccess) return 3;
    const auto count = static_cast<std::size_t>(4 + rank);
    return ncclAllReduce(x, x, count, ncclFloat, ncclSum, communicator, nullptr) != ncclSuccess ? 1 : 0;
  })[0];
}
