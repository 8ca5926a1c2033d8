// Graphs that can be launched: a copy of the graph, in an order of execution.
//
// A launch runs one node after the other. For observers, the nodes are work of streams that no program sees, its branches: a node
// continues the branch of one that it depends on, or begins a new one, and waits for all others that it depends on.
#include <algorithm>
#include <map>
#include <utility>

#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/handles.hpp"
#include "sim/runtime/node_work.hpp"
#include "sim/runtime/stream.hpp"

namespace cudasim {

struct Step {
  cudaGraphNode_t node;  ///< of the graph that was instantiated; may be gone
  cudaGraphNodeType type;
  NodeWork work;
  std::vector<std::size_t> behind;  ///< Earlier steps that it depends on.
  std::size_t branch = 0;
  bool is_last = true;  ///< no other step follows it
};

}  // namespace cudasim

struct CUgraphExec_st {
  std::vector<cudasim::Step> steps;
  std::vector<cudaStream_t> branches;  ///< None if the steps form one chain.
  bool was_launched = false;
  char begun = 0, ended = 0;  ///< their addresses name events
};

namespace cudasim {
namespace {

Handles<CUgraphExec_st>& executables() {
  static auto& table = *new Handles<CUgraphExec_st>;
  return table;
}

/// Appends the graph's steps after `entry`. False if the graph has a cycle.
bool append_steps(std::vector<Step>& steps, cudaGraph_t graph, const std::vector<std::size_t>& entry) {
  const Nodes sorted = sorted_nodes(graph);
  if (sorted.size() != graph->nodes.size()) return false;
  std::map<cudaGraphNode_t, std::size_t> at;
  for (cudaGraphNode_t node : sorted) {
    std::vector<std::size_t> behind = node->dependencies.empty() ? entry : std::vector<std::size_t>{};
    for (cudaGraphNode_t dependency : node->dependencies) behind.push_back(at[dependency]);
    if (node->child != nullptr) {
      const std::size_t first = steps.size();
      if (!append_steps(steps, node->child, behind)) return false;
      for (std::size_t i = first; i < steps.size(); ++i) behind.push_back(i);
    }
    at[node] = steps.size();
    steps.push_back({node, node->type, node->work, std::move(behind)});
  }
  return true;
}

/// A step continues the branch of the first dependency that no other step has continued. Returns the number of branches.
std::size_t lay_out_branches(std::vector<Step>& steps) {
  std::vector<std::size_t> tips;  // the last step of each branch
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Step& step = steps[i];
    step.branch = tips.size();
    for (std::size_t before : step.behind) {
      steps[before].is_last = false;
      if (tips[steps[before].branch] == before) step.branch = std::min(step.branch, steps[before].branch);
    }
    if (step.branch == tips.size()) tips.push_back(i);
    tips[step.branch] = i;
  }
  return tips.size();
}

void delete_executable(cudaGraphExec_t executable) {
  if (observer != nullptr) {
    for (const Step& step : executable->steps) observer->destroyed(name_event(&step));
    for (const char* event : {&executable->begun, &executable->ended}) observer->destroyed(name_event(event));
  }
  for (cudaStream_t branch : executable->branches) give_branch_back(branch);
  executables().remove(executable);
}

cudaError_t run_steps(CUgraphExec_st& executable, cudaStream_t stream) {
  const bool tells = observer != nullptr && !executable.branches.empty();
  for (const Step& step : executable.steps) {
    const cudaStream_t branch = executable.branches.empty() ? stream : executable.branches[step.branch];
    if (tells) {
      if (step.behind.empty())
        observer->stream_waits(stream_name(branch), name_event(&executable.begun), nullptr);
      for (std::size_t before : step.behind)
        observer->stream_waits(stream_name(branch), name_event(&executable.steps[before]), nullptr);
    }
    if (step.work)
      if (const cudaError_t error = step.work(branch)) return error;
    if (!tells) continue;
    observer->event_recorded(name_event(&step), stream_name(branch));
    if (step.is_last) observer->stream_waits(stream_name(stream), name_event(&step), nullptr);
  }
  return cudaSuccess;
}

/// As work of the stream; the launches of a graph come one after the other in any streams.
cudaError_t launch_steps(CUgraphExec_st& executable, cudaStream_t stream) {
  if (const cudaError_t error = finish_launch()) return error;
  if (observer == nullptr) return run_steps(executable, stream);
  if (std::exchange(executable.was_launched, true))
    observer->stream_waits(stream_name(stream), name_event(&executable.ended), nullptr);
  observer->event_recorded(name_event(&executable.begun), stream_name(stream));
  const cudaError_t error = run_steps(executable, stream);
  observer->event_recorded(name_event(&executable.ended), stream_name(stream));
  return error;
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph) {
  CUgraphExec_st made;
  if (!append_steps(made.steps, graph, {})) return cudaErrorInvalidValue;
  const std::size_t branches = lay_out_branches(made.steps);
  *executable = executables().add(std::move(made));
  for (std::size_t i = 0; branches > 1 && i < branches; ++i)
    (*executable)->branches.push_back(lend_branch(*executable));
  return cudaSuccess;
}

/// The graph of a launch in a stream that is being captured.
cudaGraph_t graph_of_steps(const std::vector<Step>& steps) {
  const cudaGraph_t graph = new_graph();
  for (const Step& step : steps) {
    Nodes behind;
    for (std::size_t before : step.behind) behind.push_back(graph->nodes[before]);
    const bool was_child = step.type == cudaGraphNodeTypeGraph;
    add_node(graph, was_child ? cudaGraphNodeTypeEmpty : step.type, step.work, std::move(behind));
  }
  return graph;
}

cudaGraphExecUpdateResultInfo update(CUgraphExec_st& executable, cudaGraph_t graph) {
  std::vector<Step> steps;
  if (!append_steps(steps, graph, {})) return {cudaGraphExecUpdateError, nullptr, nullptr};
  if (steps.size() != executable.steps.size())
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].type != executable.steps[i].type)
      return {cudaGraphExecUpdateErrorNodeTypeChanged, steps[i].node, nullptr};
    if (steps[i].behind != executable.steps[i].behind)
      return {cudaGraphExecUpdateErrorTopologyChanged, steps[i].node, nullptr};
  }
  for (std::size_t i = 0; i < steps.size(); ++i) executable.steps[i].work = std::move(steps[i].work);
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

/// Gives other work to a node, or to its copy in an executable graph; `make` makes the work.
template <class Make>
cudaError_t set_work(cudaGraphNode_t node, cudaGraphNodeType type, Make make) {
  if (!valid_node(node) || node->type != type) return cudaErrorInvalidValue;
  return make(node->work);
}

template <class Make>
cudaError_t set_work(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeType type, Make make) {
  if (!executables().contains(executable)) return cudaErrorInvalidValue;
  for (Step& step : executable->steps)
    if (step.node == node && step.type == type) return make(step.work);
  return cudaErrorInvalidValue;
}

}  // namespace

void forget_executable_graphs() { executables().clear(); }

}  // namespace cudasim

using cudasim::can_tell;
using cudasim::executables;
using cudasim::guarded;
using cudasim::NodeWork;
using cudasim::set_work;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return guarded([=] {
    constexpr unsigned long long known =
        cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority;
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
      return cudasim::refuse("cudaGraphInstantiate", "launches of graphs from the device");
    if (!can_tell(executable) || !cudasim::valid_graph(graph) || (flags & ~known) != 0)
      return cudaErrorInvalidValue;
    return cudasim::instantiate(executable, graph);
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  return guarded([=] {
    if (!executables().contains(executable)) return cudaErrorInvalidValue;
    if (!cudasim::valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    return cudasim::forbidden_in_capture(stream);
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return guarded([=] {
    if (!executables().contains(executable)) return cudaErrorInvalidValue;
    if (!cudasim::valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    cudaGraphNode_t child = nullptr;
    const auto done = cudasim::captured(
        stream, cudaGraphNodeTypeGraph, [] { return NodeWork{}; }, &child);
    if (child != nullptr) child->child = cudasim::graph_of_steps(executable->steps);
    return done ? *done : cudasim::launch_steps(*executable, stream);
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  return guarded([=] {
    if (!can_tell(result) || !executables().contains(executable) || !cudasim::valid_graph(graph))
      return cudaErrorInvalidValue;
    *result = cudasim::update(*executable, graph);
    return result->result == cudaGraphExecUpdateSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return guarded([=] {
    if (!executables().contains(executable)) return cudaErrorInvalidValue;
    cudasim::delete_executable(executable);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return guarded([=] {
    return set_work(node, cudaGraphNodeTypeKernel,
                    [=](NodeWork& work) { return cudasim::kernel_work(parameters, work); });
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    return set_work(node, cudaGraphNodeTypeMemcpy,
                    [=](NodeWork& work) { return cudasim::copy_work(parameters, caller, work); });
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    return set_work(node, cudaGraphNodeTypeMemcpy,
                    [=](NodeWork& work) { return cudasim::copy_work(to, from, bytes, kind, caller, work); });
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    return set_work(node, cudaGraphNodeTypeMemset,
                    [=](NodeWork& work) { return cudasim::fill_work(parameters, caller, work); });
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return guarded([=] {
    return set_work(node, cudaGraphNodeTypeHost,
                    [=](NodeWork& work) { return cudasim::host_work(parameters, work); });
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return guarded([=] {
    return set_work(executable, node, cudaGraphNodeTypeKernel,
                    [=](NodeWork& work) { return cudasim::kernel_work(parameters, work); });
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    return set_work(executable, node, cudaGraphNodeTypeMemcpy,
                    [=](NodeWork& work) { return cudasim::copy_work(parameters, caller, work); });
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    return set_work(executable, node, cudaGraphNodeTypeMemcpy,
                    [=](NodeWork& work) { return cudasim::copy_work(to, from, bytes, kind, caller, work); });
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    return set_work(executable, node, cudaGraphNodeTypeMemset,
                    [=](NodeWork& work) { return cudasim::fill_work(parameters, caller, work); });
  });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return guarded([=] {
    return set_work(executable, node, cudaGraphNodeTypeHost,
                    [=](NodeWork& work) { return cudasim::host_work(parameters, work); });
  });
}
