// Clusters of blocks: each runs on one worker, block by block, until its threads wait for each other.
#include "sim/runtime/block_cluster.hpp"

#include <string>

#include "cudasim/cluster.hpp"
#include "cudasim/sync.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/shared_arena.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {

void Cluster::ended(DeviceThread& thread) {
  if (thread.at_cluster == AtCluster::arrived) --arrived;
  thread.at_cluster = AtCluster::nothing;
  if (arrived != 0) try_release();
}

void Cluster::try_release() {
  unsigned live = 0;
  for (unsigned i = 0; i < size; ++i) live += blocks[i].live;
  if (arrived != live) return;
  if (block_observer != nullptr) block_observer->cluster_barrier_complete(*this);
  arrived = 0;
  ++phase;
  for (unsigned i = 0; i < size; ++i)
    for (DeviceThread& thread : blocks[i].threads) {
      if (thread.at_cluster != AtCluster::arrived) continue;
      thread.at_cluster = AtCluster::may_go;
      if (thread.wait == Wait::cluster) blocks[i].make_ready(blocks[i].warps[thread.warp], 1u << thread.lane);
    }
}

const Block* Cluster::owner_of(const void* address) const {
  for (unsigned i = 0; i < size; ++i)
    if (address >= blocks[i].arena && address < blocks[i].arena + shared_arena_bytes) return &blocks[i];
  return nullptr;
}

bool Cluster::lives() const {
  for (unsigned i = 0; i < size; ++i)
    if (blocks[i].live != 0) return true;
  return false;
}

void Worker::run_clusters(Launch& the_launch) {
  const auto size = static_cast<unsigned>(the_launch.cluster_blocks());
  std::vector<Block> blocks(size);
  begin(the_launch, blocks[0]);
  for (Block& each : blocks) {
    each.shape(launch->config.block);
    each.arena = take_arena();
  }
  Cluster cluster{blocks.data(), size};
  while (!launch->failed) {
    const std::uint64_t first = launch->next_block.fetch_add(size, std::memory_order_relaxed);
    if (first >= launch->blocks) break;
    if (observer != nullptr && observer->leaves_out(*launch, launch->block_index(first))) continue;
    cluster.arrived = 0;
    cluster.phase = 0;
    for (unsigned i = 0; i < size; ++i) {
      if (launch->seed != 0) blocks[i].order_warps(launch->seed + first + i, launch->last_lanes_first);
      blocks[i].cluster = &cluster;
      blocks[i].reset(launch->block_index(first + i));
    }
    run_in_turns(blocks);
    if (!launch->failed && cluster.lives()) report_stuck_cluster(*launch, cluster);
  }
  if (launch->failed) fibres.abandon_all();
  for (const Block& each : blocks) give_back_arena(each.arena);
  end();
}

const Block* shared_owner(const void* address) {
  const Block& own = *this_worker->block;
  if (own.cluster != nullptr) return own.cluster->owner_of(address);
  return address >= own.arena && address < own.arena + shared_arena_bytes ? &own : nullptr;
}

namespace detail {

namespace {

const Cluster& running_cluster(const Site& site) {
  if (this_worker->block->cluster == nullptr)
    this_worker->launch->fail_thread(cudaErrorLaunchFailure,
                                     "%s at %s:%d needs a launch with clusters: __cluster_dims__ or "
                                     "cudaLaunchAttributeClusterDimension",
                                     site.operation, site.file, site.line);
  return *this_worker->block->cluster;
}

}  // namespace

void cluster_arrive(const Site& site) {
  Worker& worker = *this_worker;
  DeviceThread& thread = worker.running();
  if (thread.at_cluster != AtCluster::nothing)
    worker.launch->fail_thread(cudaErrorLaunchFailure,
                               "%s at %s:%d: it arrives at the cluster's barrier again before it has waited",
                               site.operation, site.file, site.line);
  thread.at_cluster = AtCluster::arrived;
  thread.wait = Wait::block;
  if (block_observer != nullptr) block_observer->cluster_arrived(*worker.block, thread);
  if (worker.block->cluster == nullptr) return;  // a cluster of one block: a waiting thread waits for all
  ++worker.block->cluster->arrived;
  worker.block->cluster->try_release();
}

void cluster_wait(const Site& site) {
  Worker& worker = *this_worker;
  DeviceThread& thread = worker.running();
  if (thread.at_cluster == AtCluster::nothing)
    worker.launch->fail_thread(cudaErrorLaunchFailure,
                               "%s at %s:%d: it waits at the cluster's barrier without having arrived",
                               site.operation, site.file, site.line);
  if (worker.block->cluster == nullptr) {
    thread.at_cluster = AtCluster::nothing;
    if (block_observer != nullptr) block_observer->cluster_passed(*worker.block, thread);
    block_barrier(true, site);
    return;
  }
  if (thread.at_cluster == AtCluster::arrived) worker.run_next(worker.suspending(Wait::cluster, site));
  thread.wait = Wait::block;
  thread.at_cluster = AtCluster::nothing;
  if (block_observer != nullptr) block_observer->cluster_passed(*worker.block, thread);
}

void cluster_barrier(const Site& site) {
  if (is_taken_out(site)) return;
  cluster_arrive(site);
  cluster_wait(site);
}

dim3 cluster_dimensions() {
  const dim3& size = this_worker->launch->config.cluster;
  return size.x == 0 ? dim3(1, 1, 1) : size;
}

unsigned cluster_rank() {
  const Block& block = *this_worker->block;
  return block.cluster == nullptr ? 0 : block.cluster->rank(block);
}

void* in_cluster(const void* address, unsigned rank, const Site& site) {
  const Block& block = *this_worker->block;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - block.arena);
  const unsigned size = block.cluster == nullptr ? 1 : block.cluster->size;
  if (offset >= shared_arena_bytes)
    this_worker->launch->fail_thread(cudaErrorInvalidAddressSpace,
                                     "%s at %s:%d: the address is not of the block's shared memory",
                                     site.operation, site.file, site.line);
  if (rank >= size)
    this_worker->launch->fail_thread(cudaErrorIllegalAddress,
                                     "%s at %s:%d: there is no block %u in a cluster of %u", site.operation,
                                     site.file, site.line, rank, size);
  return (block.cluster == nullptr ? block.arena : block.cluster->blocks[rank].arena) + offset;
}

unsigned rank_in_cluster(const void* address, const Site& site) {
  const Block& block = *this_worker->block;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - block.arena);
  if (block.cluster == nullptr && offset < shared_arena_bytes) return 0;
  const Cluster& cluster = running_cluster(site);
  const Block* owner = cluster.owner_of(address);
  if (owner == nullptr)
    this_worker->launch->fail_thread(cudaErrorInvalidAddressSpace,
                                     "%s at %s:%d: the address is not of the cluster's shared memory",
                                     site.operation, site.file, site.line);
  return cluster.rank(*owner);
}

void require_cluster(unsigned x, unsigned y, unsigned z) { this_worker->require_cluster({x, y, z}); }

}  // namespace detail
}  // namespace cudasim
