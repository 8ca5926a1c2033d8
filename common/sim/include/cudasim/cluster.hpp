// Clusters of blocks: their barrier, and the shared memory of the other blocks.
#pragma once

#include "cudasim/site.hpp"
#include "cudasim/types.hpp"

namespace cudasim {
namespace detail {

/// The thread arrives at the cluster's barrier and continues.
void cluster_arrive(const Site& site);
/// Waits until every thread of the cluster that has not ended has arrived.
void cluster_wait(const Site& site);
/// Both.
void cluster_barrier(const Site& site);
/// Blocks of the cluster in each dimension; one block if the launch has no clusters.
dim3 cluster_dimensions();
/// Of the running block.
unsigned cluster_rank();
/// The same offset in the shared memory of another block of the cluster.
void* in_cluster(const void* address, unsigned rank, const Site& site);
/// The block whose shared memory contains the address.
unsigned rank_in_cluster(const void* address, const Site& site);

/// What a kernel with __cluster_dims__ does first: a launch that has not known of it begins again.
void require_cluster(unsigned x, unsigned y = 1, unsigned z = 1);

}  // namespace detail
}  // namespace cudasim
