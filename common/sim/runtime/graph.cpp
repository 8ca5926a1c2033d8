// Building graphs: by the calls for each node, and by captures.
#include "sim/runtime/graph_nodes.hpp"

#include <algorithm>
#include <map>

#include "sim/runtime/api_call.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/handles.hpp"
#include "sim/runtime/node_work.hpp"

namespace cudasim {
namespace {

Handles<CUgraph_st>& graph_table() {
  static auto& table = *new Handles<CUgraph_st>;
  return table;
}

Handles<CUgraphNode_st>& node_table() {
  static auto& table = *new Handles<CUgraphNode_st>;
  return table;
}

void delete_node(cudaGraphNode_t node) {
  if (node->child != nullptr) delete_graph(node->child);
  node_table().remove(node);
}

bool holds(const Nodes& all, cudaGraphNode_t node) {
  return std::find(all.begin(), all.end(), node) != all.end();
}

/// Returns the nodes in the way of cudaGraphGetNodes.
cudaError_t tell_nodes(const Nodes& found, cudaGraphNode_t* into, std::size_t* count) {
  if (!can_tell(count)) return cudaErrorInvalidValue;
  if (into != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) into[i] = i < found.size() ? found[i] : nullptr;
    *count = std::min(*count, found.size());
  } else {
    *count = found.size();
  }
  return cudaSuccess;
}

/// Only edges that wait for a whole node are simulated.
bool is_plain(const cudaGraphEdgeData* edges, std::size_t count) {
  for (std::size_t i = 0; edges != nullptr && i < count; ++i)
    if (edges[i].from_port != 0 || edges[i].to_port != 0 || edges[i].type != 0) return false;
  return true;
}

/// Adds the node that the other arguments of a cudaGraphAdd…Node describe, if they are valid.
cudaError_t add_checked(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                        std::size_t count, cudaGraphNodeType type, NodeWork work) {
  if (!can_tell(node) || !valid_graph(graph) || (count != 0 && dependencies == nullptr))
    return cudaErrorInvalidValue;
  Nodes behind;
  for (std::size_t i = 0; i < count; ++i) {
    if (!holds(graph->nodes, dependencies[i]) || holds(behind, dependencies[i])) return cudaErrorInvalidValue;
    behind.push_back(dependencies[i]);
  }
  *node = add_node(graph, type, std::move(work), std::move(behind));
  return cudaSuccess;
}

/// Calls `change(from, to)` for each pair of nodes, after checking that all are in the graph.
template <class Change>
cudaError_t for_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                      const cudaGraphEdgeData* edges, std::size_t count, Change change) {
  if (!valid_graph(graph) || (count != 0 && (from == nullptr || to == nullptr))) return cudaErrorInvalidValue;
  if (!is_plain(edges, count)) return refuse("cudaGraphAddDependencies", "edges with ports");
  for (std::size_t i = 0; i < count; ++i)
    if (!holds(graph->nodes, from[i]) || !holds(graph->nodes, to[i]) || from[i] == to[i])
      return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i)
    if (!change(from[i], to[i])) return cudaErrorInvalidValue;
  return cudaSuccess;
}

}  // namespace

cudaGraph_t new_graph() { return graph_table().add({}); }

void delete_graph(cudaGraph_t graph) {
  for (cudaGraphNode_t node : graph->nodes) delete_node(node);
  graph_table().remove(graph);
}

void forget_graphs() {
  forget_executable_graphs();
  node_table().clear();
  graph_table().clear();
}

bool valid_graph(cudaGraph_t graph) { return graph_table().contains(graph); }
bool valid_node(cudaGraphNode_t node) { return node_table().contains(node); }

cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, NodeWork work, Nodes dependencies) {
  graph->nodes.push_back(node_table().add({graph, type, std::move(work), std::move(dependencies)}));
  return graph->nodes.back();
}

cudaGraph_t clone_graph(cudaGraph_t original) {
  const cudaGraph_t clone = new_graph();
  std::map<cudaGraphNode_t, cudaGraphNode_t> clones;
  for (cudaGraphNode_t node : original->nodes) {
    const cudaGraphNode_t copy = clones[node] = add_node(clone, node->type, node->work, node->dependencies);
    copy->original = node;
    if (node->child != nullptr) copy->child = clone_graph(node->child);
  }
  for (cudaGraphNode_t node : clone->nodes)
    for (cudaGraphNode_t& dependency : node->dependencies) dependency = clones[dependency];
  return clone;
}

Nodes sorted_nodes(cudaGraph_t graph) {
  Nodes sorted;
  Nodes rest = graph->nodes;
  while (!rest.empty()) {
    const auto ready = std::find_if(rest.begin(), rest.end(), [&](cudaGraphNode_t node) {
      return std::none_of(node->dependencies.begin(), node->dependencies.end(),
                          [&](cudaGraphNode_t each) { return holds(rest, each); });
    });
    if (ready == rest.end()) return {};
    sorted.push_back(*ready);
    rest.erase(ready);
  }
  return sorted;
}

}  // namespace cudasim

using cudasim::add_checked;
using cudasim::can_tell;
using cudasim::guarded;
using cudasim::Nodes;
using cudasim::NodeWork;
using cudasim::tell_nodes;
using cudasim::valid_graph;
using cudasim::valid_node;

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  return guarded([=] {
    if (!can_tell(graph) || flags != 0) return cudaErrorInvalidValue;
    *graph = cudasim::new_graph();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  return guarded([=] {
    if (!can_tell(clone) || !valid_graph(original)) return cudaErrorInvalidValue;
    *clone = cudasim::clone_graph(original);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return guarded([=] {
    if (!valid_graph(graph)) return cudaErrorInvalidValue;
    cudasim::delete_graph(graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* found, std::size_t* count) {
  return guarded(
      [=] { return valid_graph(graph) ? tell_nodes(graph->nodes, found, count) : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* found, std::size_t* count) {
  return guarded([=] {
    if (!valid_graph(graph)) return cudaErrorInvalidValue;
    Nodes roots;
    for (cudaGraphNode_t node : graph->nodes)
      if (node->dependencies.empty()) roots.push_back(node);
    return tell_nodes(roots, found, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, std::size_t* count) {
  return guarded([=] {
    if (!valid_graph(graph) || !can_tell(count) || (from == nullptr) != (to == nullptr))
      return cudaErrorInvalidValue;
    Nodes first, second;
    for (cudaGraphNode_t node : graph->nodes)
      for (cudaGraphNode_t dependency : node->dependencies) {
        first.push_back(dependency);
        second.push_back(node);
      }
    std::size_t asked = *count;
    for (std::size_t i = 0; edges != nullptr && i < asked; ++i) edges[i] = {};
    tell_nodes(first, from, &asked);
    return tell_nodes(second, to, count);
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                     std::size_t count) {
  return guarded([=] {
    return cudasim::for_edges(graph, from, to, edges, count,
                              [](cudaGraphNode_t first, cudaGraphNode_t second) {
                                if (cudasim::holds(second->dependencies, first)) return false;
                                second->dependencies.push_back(first);
                                return true;
                              });
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        std::size_t count) {
  return guarded([=] {
    return cudasim::for_edges(graph, from, to, edges, count,
                              [](cudaGraphNode_t first, cudaGraphNode_t second) {
                                return std::erase(second->dependencies, first) != 0;
                              });
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return guarded([=] {
    NodeWork work;
    if (const cudaError_t error = cudasim::kernel_work(parameters, work)) return error;
    return add_checked(node, graph, dependencies, count, cudaGraphNodeTypeKernel, std::move(work));
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    NodeWork work;
    if (const cudaError_t error = cudasim::copy_work(parameters, caller, work)) return error;
    return add_checked(node, graph, dependencies, count, cudaGraphNodeTypeMemcpy, std::move(work));
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    NodeWork work;
    if (const cudaError_t error = cudasim::copy_work(to, from, bytes, kind, caller, work)) return error;
    return add_checked(node, graph, dependencies, count, cudaGraphNodeTypeMemcpy, std::move(work));
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    NodeWork work;
    if (const cudaError_t error = cudasim::fill_work(parameters, caller, work)) return error;
    return add_checked(node, graph, dependencies, count, cudaGraphNodeTypeMemset, std::move(work));
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  return guarded([=] {
    NodeWork work;
    if (const cudaError_t error = cudasim::host_work(parameters, work)) return error;
    return add_checked(node, graph, dependencies, count, cudaGraphNodeTypeHost, std::move(work));
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
  return guarded([=] { return add_checked(node, graph, dependencies, count, cudaGraphNodeTypeEmpty, {}); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
  return guarded([=] {
    if (!valid_graph(child)) return cudaErrorInvalidValue;
    const cudaError_t error = add_checked(node, graph, dependencies, count, cudaGraphNodeTypeGraph, {});
    if (error == cudaSuccess) (*node)->child = cudasim::clone_graph(child);
    return error;
  });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return guarded([=] {
    if (!valid_node(node) || node->child == nullptr) return cudaErrorInvalidValue;
    return cudasim::tell(graph, node->child);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return guarded([=] { return valid_node(node) ? cudasim::tell(type, node->type) : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
  return guarded([=] {
    if (!can_tell(node) || !valid_graph(clone)) return cudaErrorInvalidValue;
    for (cudaGraphNode_t each : clone->nodes)
      if (each->original == original && original != nullptr) return cudasim::tell(node, each);
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         cudaGraphEdgeData* edges, std::size_t* count) {
  return guarded([=] {
    if (!valid_node(node)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; edges != nullptr && count != nullptr && i < *count; ++i) edges[i] = {};
    return tell_nodes(node->dependencies, dependencies, count);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                           cudaGraphEdgeData* edges, std::size_t* count) {
  return guarded([=] {
    if (!valid_node(node)) return cudaErrorInvalidValue;
    Nodes found;
    for (cudaGraphNode_t each : node->graph->nodes)
      if (cudasim::holds(each->dependencies, node)) found.push_back(each);
    for (std::size_t i = 0; edges != nullptr && count != nullptr && i < *count; ++i) edges[i] = {};
    return tell_nodes(found, dependents, count);
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return guarded([=] {
    if (!valid_node(node)) return cudaErrorInvalidValue;
    const cudaGraph_t graph = node->graph;
    for (cudaGraphNode_t each : graph->nodes) std::erase(each->dependencies, node);
    std::erase(graph->nodes, node);
    cudasim::delete_node(node);
    return cudaSuccess;
  });
}
