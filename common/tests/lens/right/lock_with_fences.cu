// Plain reads and writes of a shared total by all blocks: right under a lock that is taken by atomicCAS,
// with fences inside.
// expect-exit: 0
#include "../lens_check.hpp"

struct Account {
  int lock;
  int balance;
  int entries;
};

__global__ void book(Account* account) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&account->lock, 0, 1) != 0) __nanosleep(20);
  __threadfence();
  account->balance += static_cast<int>(blockIdx.x);
  account->entries += 1;
  __threadfence();
  atomicExch(&account->lock, 0);
}

int main() {
  const int blocks = 24;
  Account account{};
  Account* d_account;
  CHECK(cudaMalloc(&d_account, sizeof(Account)));
  CHECK(cudaMemset(d_account, 0, sizeof(Account)));
  book<<<blocks, 32>>>(d_account);
  CHECK(cudaMemcpy(&account, d_account, sizeof(Account), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_account));
  const bool booked = account.balance == blocks * (blocks - 1) / 2 && account.entries == blocks;
  return booked && account.lock == 0 ? 0 : 1;
}
