// The nodes of a graph, each after the nodes that it depends on.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "cudasim/api.hpp"

namespace cudasim {

/// The work of a node in its stream. Empty for nodes that do nothing.
using NodeWork = std::function<cudaError_t(cudaStream_t)>;
using Nodes = std::vector<cudaGraphNode_t>;

}  // namespace cudasim

struct CUgraphNode_st {
  cudaGraph_t graph;
  cudaGraphNodeType type;
  cudasim::NodeWork work;
  cudasim::Nodes dependencies;
  cudaGraph_t child = nullptr;         ///< Own graph of a child graph node.
  cudaGraphNode_t original = nullptr;  ///< The original of a cloned node.
};

struct CUgraph_st {
  cudasim::Nodes nodes;
};

namespace cudasim {

cudaGraph_t new_graph();
void delete_graph(cudaGraph_t graph);
cudaGraph_t clone_graph(cudaGraph_t original);
bool valid_graph(cudaGraph_t graph);
bool valid_node(cudaGraphNode_t node);
cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, NodeWork work, Nodes dependencies);

/// In an order in which each node comes after those it depends on; otherwise in the order of creation. Empty if there is no such order.
Nodes sorted_nodes(cudaGraph_t graph);

}  // namespace cudasim
