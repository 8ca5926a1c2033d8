// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <doctest/doctest.h>
#include <sys/mman.h>

#include <cuda/atomic>
#include <utility>
#include <vector>

#include "tests/sim/core/core_helpers.hpp"

namespace cg = cooperative_groups;

namespace {

struct Wide {
  int number;
  double half, third;
};

__global__ void block_group(unsigned* out) {
  const cg::thread_block block = cg::this_thread_block();
  __shared__ unsigned ranks[24];
  ranks[block.thread_rank()] =
      block.thread_rank() + block.group_index().x * 100 + block.thread_index().y * 1000;
  block.sync();
  if (block.thread_rank() == 0)
    for (unsigned i = 0; i < block.size(); ++i) out[blockIdx.x * 24 + i] = ranks[23 - i];
}

template <unsigned size>
__global__ void tile_sums(int* sums, int* shape) {
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  int sum = static_cast<int>(threadIdx.x);
  for (unsigned distance = tile.size() / 2; distance > 0; distance /= 2) sum += tile.shfl_down(sum, distance);
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
  shape[threadIdx.x] = static_cast<int>(tile.thread_rank() + 100 * tile.meta_group_rank());
}

__global__ void tile_operations(unsigned* out) {
  const auto tile = cg::tiled_partition<8>(cg::tiled_partition<32>(cg::this_thread_block()));
  const unsigned rank = static_cast<unsigned>(tile.thread_rank());
  const unsigned ballot = tile.ballot(rank % 2);
  const unsigned same = tile.match_any(rank / 3);
  const int any = tile.any(threadIdx.x == 9), all = tile.all(threadIdx.x < 8);
  const Wide wide = tile.shfl(Wide{static_cast<int>(threadIdx.x), threadIdx.x * 0.5, 1.0 / 3}, 2);
  const unsigned up = tile.shfl_up(threadIdx.x, 3), across = tile.shfl_xor(threadIdx.x, 5);
  if (threadIdx.x != 12) return;
  out[0] = ballot;
  out[1] = same;
  out[2] = static_cast<unsigned>(any);
  out[3] = static_cast<unsigned>(all);
  out[4] = static_cast<unsigned>(wide.number);
  out[5] = static_cast<unsigned>(wide.half * 10);
  out[6] = up;
  out[7] = across;
}

__global__ void reductions(int* sums, int* maxima, int* inclusive, int* exclusive) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int value = static_cast<int>(threadIdx.x * 7 % 16);
  sums[threadIdx.x] = cg::reduce(tile, value, cg::plus<int>());
  maxima[threadIdx.x] = cg::reduce(tile, value, cg::greater<int>());
  inclusive[threadIdx.x] = cg::inclusive_scan(tile, value);
  exclusive[threadIdx.x] = cg::exclusive_scan(tile, value, cg::plus<int>());
}

__global__ void aggregate(int* counter, int* places) {
  if (threadIdx.x % 3 == 0) return;
  const cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
  places[threadIdx.x] = active.shfl(first, 0) + static_cast<int>(active.thread_rank());
  places[threadIdx.x] += 1000 * cg::reduce(active, 1, cg::plus<int>());
}

__global__ void by_label(int* sizes) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto thirds = cg::labeled_partition(warp, threadIdx.x % 3);
  const auto halves = cg::binary_partition(warp, threadIdx.x < 10);
  sizes[threadIdx.x] = static_cast<int>(thirds.size() + 100 * halves.size() + 10000 * halves.thread_rank());
}

__device__ int sum_of(const cg::thread_group& group, int* scratch, int value) {
  for (unsigned distance = static_cast<unsigned>(group.size()) / 2; distance > 0; distance /= 2) {
    scratch[group.thread_rank()] = value;
    group.sync();
    if (group.thread_rank() < distance) value += scratch[group.thread_rank() + distance];
    group.sync();
  }
  return value;
}

__global__ void any_group(int* out) {
  __shared__ int scratch[64];
  const cg::thread_block block = cg::this_thread_block();
  const int whole = sum_of(block, scratch, 1);
  const cg::thread_group tile = cg::tiled_partition(cg::tiled_partition(block, 32), 16);
  block.sync();
  const int part = sum_of(tile, &scratch[threadIdx.x / 16 * 16], 1);
  if (threadIdx.x == 0) {
    out[0] = whole;
    out[1] = part;
  }
}

__global__ void copy_through_shared(const int* in, int* out) {
  __shared__ int tile[100];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(tile));
  cg::wait(block);
  for (unsigned i = threadIdx.x; i < 100; i += blockDim.x) out[i] = tile[99 - i];
}

// Each step, every block needs what all the others wrote in the step before.
__global__ void grid_steps(int* values, int steps) {
  const cg::grid_group grid = cg::this_grid();
  __shared__ int kept;
  if (threadIdx.x == 0) kept = 0;
  for (int step = 0; step < steps; ++step) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += values[i];
    grid.sync();
    if (threadIdx.x == 0) {
      kept += sum;
      values[blockIdx.x] = sum % 1000 + static_cast<int>(grid.block_rank());
    }
    grid.sync();
  }
  if (threadIdx.x == 0) values[gridDim.x + blockIdx.x] = kept;
}

__global__ void handmade_grid_barrier(int* arrived, int* out) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x)) {
    }
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = *arrived;
}

__global__ void some_blocks_leave() {
  if (blockIdx.x == 2) return;
  cg::this_grid().sync();
}

/// Sums of warps go into atomic objects, in two ways; the block meets in two pieces.
__global__ void sums_by_atomics(const int* in, int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> total, last;
  __shared__ int mirrored[64];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto i = static_cast<int>(block.thread_rank());
  if (i == 0) {
    new (&total) cuda::atomic<int, cuda::thread_scope_block>(1000);
    new (&last) cuda::atomic<int, cuda::thread_scope_block>(0);
  }
  mirrored[i] = in[i];
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  cg::reduce_update_async(warp, total, in[i], cg::plus<int>());
  if (i >= 32) cg::reduce_store_async(warp, last, in[i], cg::greater<int>());
  block.sync();
  out[i] = mirrored[63 - i];
  if (i == 0) out[64] = total.load(), out[65] = last.load();
}

__global__ void tell_whether_valid(int* out) { *out = cg::this_grid().is_valid(); }

}  // namespace

TEST_CASE("the block is a group") {
  Managed<unsigned> out(48);
  block_group<<<2, dim3(4, 6)>>>(out.get());
  CHECK(take_error() == cudaSuccess);
  for (unsigned i = 0; i < 48; ++i) {
    const unsigned rank = 23 - i % 24;
    CHECK(out[i] == rank + i / 24 * 100 + rank / 4 * 1000);
  }
}

TEST_CASE("tiles of every size sum their own threads") {
  Managed<int> sums(64), shape(64);
  const auto check = [&](int size) {
    CHECK(take_error() == cudaSuccess);
    for (int tile = 0; tile < 64 / size; ++tile)
      CHECK(sums[tile] == size * tile * size + size * (size - 1) / 2);
    for (int i = 0; i < 64; ++i) CHECK(shape[i] == i % size + 100 * (i / size));
  };
  tile_sums<1><<<1, 64>>>(sums.get(), shape.get());
  check(1);
  tile_sums<4><<<1, 64>>>(sums.get(), shape.get());
  check(4);
  tile_sums<32><<<1, 64>>>(sums.get(), shape.get());
  check(32);
}

TEST_CASE("operations of a tile count in its own ranks") {
  Managed<unsigned> out(8);
  tile_operations<<<1, 32>>>(out.get());
  CHECK(out[0] == 0xaau);
  CHECK(out[1] == 0x38u);
  CHECK(out[2] == 1);
  CHECK(out[3] == 0);
  CHECK(out[4] == 10);
  CHECK(out[5] == 50);
  CHECK(out[6] == 9);
  CHECK(out[7] == (8u | (4u ^ 5u)));
}

TEST_CASE("reductions and scans of a tile") {
  Managed<int> sums(32), maxima(32), inclusive(32), exclusive(32);
  reductions<<<1, 32>>>(sums.get(), maxima.get(), inclusive.get(), exclusive.get());
  int running = 0;
  for (int i = 0; i < 32; ++i) {
    if (i % 16 == 0) running = 0;
    CHECK(sums[i] == 120);
    CHECK(maxima[i] == 15);
    CHECK(exclusive[i] == running);
    running += i * 7 % 16;
    CHECK(inclusive[i] == running);
  }
}

TEST_CASE("group reductions into atomic objects, and a block's split barrier") {
  Managed<int> in(64), out(66);
  int sum = 1000, largest = 0;
  for (int i = 0; i < 64; ++i) {
    sum += in[i] = i * 37 % 64;
    if (i >= 32) largest = largest < in[i] ? in[i] : largest;
  }
  sums_by_atomics<<<1, 64>>>(in.get(), out.get());
  REQUIRE(take_error() == cudaSuccess);
  for (int i = 0; i < 64; ++i) CHECK(out[i] == in[63 - i]);
  CHECK(out[64] == sum);
  CHECK(out[65] == largest);
}

TEST_CASE("coalesced threads are those of the branch") {
  Managed<int> counter(1), places(32, -1);
  aggregate<<<1, 32>>>(counter.get(), places.get());
  CHECK(counter[0] == 21);
  int rank = 0;
  for (int i = 0; i < 32; ++i)
    if (i % 3 != 0) CHECK(places[i] == 21000 + rank++);
}

TEST_CASE("groups are parted by label and by predicate") {
  Managed<int> sizes(32);
  by_label<<<1, 32>>>(sizes.get());
  for (int i = 0; i < 32; ++i)
    CHECK(sizes[i] == (i % 3 == 2 ? 10 : 11) + 100 * (i < 10 ? 10 : 22) + 10000 * (i < 10 ? i : i - 10));
}

TEST_CASE("a function template accepts any group type") {
  Managed<int> out(2);
  any_group<<<1, 64>>>(out.get());
  CHECK(out[0] == 64);
  CHECK(out[1] == 16);
}

TEST_CASE("an asynchronous copy is complete after wait") {
  Managed<int> in(100), out(100);
  for (int i = 0; i < 100; ++i) in[i] = i;
  copy_through_shared<<<1, 32>>>(in.get(), out.get());
  for (int i = 0; i < 100; ++i) CHECK(out[i] == 99 - i);
}

TEST_CASE("a cooperative launch synchronises its grid") {
  const int blocks = 40, steps = 5;
  Managed<int> values(2 * blocks, 1);
  int* pointer = values.get();
  int count = steps;
  void* arguments[] = {&pointer, &count};
  REQUIRE(cudaLaunchCooperativeKernel(grid_steps, dim3(blocks), dim3(64), arguments) == cudaSuccess);
  int expected = blocks, kept = 0;
  for (int step = 0; step < steps; ++step) {
    kept += expected;
    expected = blocks * (expected % 1000) + blocks * (blocks - 1) / 2;
  }
  for (int i = 0; i < blocks; ++i) CHECK(values[blocks + i] == kept);
}

TEST_CASE("blocks of a cooperative launch may wait for each other by atomics") {
  Managed<int> arrived(1), out(10 * 32);
  int *first = arrived.get(), *second = out.get();
  void* arguments[] = {&first, &second};
  REQUIRE(cudaLaunchCooperativeKernel(handmade_grid_barrier, dim3(10), dim3(32), arguments) == cudaSuccess);
  for (int value : out) CHECK(value == 10);
}

TEST_CASE("a grid that can never meet is reported") {
  const std::string text = standard_error_of([] {
    CHECK(cudaLaunchCooperativeKernel(some_blocks_leave, dim3(4), dim3(32), nullptr) ==
          cudaErrorLaunchFailure);
  });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "some_blocks_leave"));
  CHECK(contains(text, "waits for the whole grid, but block (2,0,0) has ended"));
}

TEST_CASE("an ordinary launch cannot synchronise its grid, and says so") {
  Managed<int> out(1, 7);
  tell_whether_valid<<<1, 1>>>(out.get());
  CHECK(out[0] == 0);
  const std::string text = standard_error_of([] { some_blocks_leave<<<1, 1>>>(); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "not launched by cudaLaunchCooperativeKernel"));
}

__global__ void meet(int* met) {
  cg::this_grid().sync();
  if (threadIdx.x == 0) atomicAdd(met, 1);
}

TEST_CASE("the stacks of the largest cooperative grid leave the process some mappings") {
  Managed<int> met(1);
  int* place = met.get();
  void* arguments[] = {&place};
  REQUIRE(cudaLaunchCooperativeKernel(meet, dim3(128), dim3(256), arguments) == cudaSuccess);
  CHECK(met[0] == 128);
  constexpr std::size_t page = 4096;
  std::vector<void*> mappings;
  for (int i = 0; i < 2000; ++i) {  // every other one is protected, so that no two of them are joined
    void* mapping = mmap(nullptr, page, i % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping != MAP_FAILED) mappings.push_back(mapping);
  }
  CHECK(mappings.size() == 2000);
  for (void* mapping : mappings) munmap(mapping, page);
}

TEST_CASE("a cooperative grid must fit on the device") {
  CHECK(cudaLaunchCooperativeKernel(some_blocks_leave, dim3(1000000), dim3(1024), nullptr) ==
        cudaErrorCooperativeLaunchTooLarge);
  take_error();
}

__global__ void name_different_threads(int* out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl(static_cast<int>(threadIdx.x), threadIdx.x < 40 ? 3 : 4);
}
__global__ void leave_a_warp_out(int* out) {
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  if (threadIdx.x / 32 != 2) tile.sync();
  out[threadIdx.x] = 1;
}
__global__ void vote(int* out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  out[threadIdx.x] =
      tile.any(threadIdx.x == 70) + 2 * tile.all(threadIdx.x != 5) + 4 * tile.shfl(int(threadIdx.x), 33);
}

TEST_CASE("a tile of several warps votes and hands on a value, each tile for itself") {
  Managed<int> out(128);
  vote<<<1, 128>>>(out.get());
  CHECK(out[0] == 4 * 33);
  CHECK(out[127] == 1 + 2 + 4 * 97);
}

TEST_CASE(
    "threads of a tile of several warps that name different threads end the kernel, as does a warp that does "
    "not come") {
  Managed<int> out(128);
  const std::string differ = standard_error_of([&] { name_different_threads<<<1, 64>>>(out.get()); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(differ, "threads of the tile name different sources"));
  const std::string missing = standard_error_of([&] { leave_a_warp_out<<<1, 128>>>(out.get()); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(missing, "tile.sync"));
  CHECK(contains(missing, "a tile of cooperative groups, where 96 of 128 threads have arrived"));
}
