#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "tests/sim/api/fresh_device.hpp"

namespace {

struct Pair {
  int first, second;
};

__global__ void add(int* sum, int value) { *sum += value; }
__global__ void add_pair(int* sum, Pair pair) { *sum = *sum * pair.first + pair.second; }
template <class T>
__global__ void store(T* to, T value) {
  *to = value;
}

struct OnDevice : FreshDevice {
  OnDevice() {
    REQUIRE(cudaMallocManaged(&sum, sizeof(int)) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
    *sum = 0;
  }
  void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal) {
    REQUIRE(cudaStreamBeginCapture(stream, mode) == cudaSuccess);
  }
  /// Ends the capture, launches the graph so many times, and destroys it.
  void run_captured(int times = 1) {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    run(graph, times);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  }
  void run(cudaGraph_t graph, int times = 1) {
    cudaGraphExec_t executable = nullptr;
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    for (int i = 0; i < times; ++i) CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
  }
  cudaStreamCaptureStatus status(cudaStream_t of) {
    cudaStreamCaptureStatus found = cudaStreamCaptureStatusNone;
    CHECK(cudaStreamIsCapturing(of, &found) == cudaSuccess);
    return found;
  }
  /// The capture is lost by now: its end says so, and the stream is free again.
  void check_invalidated() {
    CHECK(status(stream) == cudaStreamCaptureStatusInvalidated);
    add<<<1, 1, 0, stream>>>(sum, 1);
    CHECK(cudaGetLastError() == cudaErrorStreamCaptureInvalidated);
    cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(1);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK(graph == nullptr);
    CHECK(status(stream) == cudaStreamCaptureStatusNone);
    cudaGetLastError();
    CHECK(*sum == 0);
  }

  int* sum = nullptr;
  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t event = nullptr;
};

cudaKernelNodeParams adding(void** arguments) {
  cudaKernelNodeParams node = {};
  node.func = (void*)add;
  node.gridDim = node.blockDim = dim3(1);
  node.kernelParams = arguments;
  return node;
}

std::size_t count_nodes(cudaGraph_t graph) {
  std::size_t count = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &count) == cudaSuccess);
  return count;
}

}  // namespace

TEST_CASE_FIXTURE(OnDevice, "a captured launch runs when its graph is launched, with the arguments it had") {
  int value = 3;
  begin();
  CHECK(status(stream) == cudaStreamCaptureStatusActive);
  CHECK(status(other) == cudaStreamCaptureStatusNone);
  add<<<1, 1, 0, stream>>>(sum, value);
  value = 10;
  void* arguments[] = {&sum, &value};
  CHECK(cudaLaunchKernel((void*)add, 1, 1, arguments, 0, stream) == cudaSuccess);
  value = 1000;
  add_pair<<<1, 1, 0, stream>>>(sum, Pair{2, 1});
  {
    void (*chosen)(int*, int) = add;
    chosen<<<1, 1, 0, stream>>>(sum, 100);
  }
  store<long long><<<1, 1, 0, stream>>>(nullptr, 0);
  CHECK(*sum == 0);
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(count_nodes(graph) == 5);
  CHECK(*sum == 0);
  cudaGraphNode_t nodes[6] = {};
  std::size_t count = 6;
  CHECK(cudaGraphGetNodes(graph, nodes, &count) == cudaSuccess);
  CHECK(count == 5);
  CHECK(nodes[5] == nullptr);
  CHECK(cudaGraphDestroyNode(nodes[4]) == cudaSuccess);
  run(graph, 2);
  CHECK(*sum == ((3 + 10) * 2 + 1 + 100 + 13) * 2 + 1 + 100);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(OnDevice, "copies, fills, symbols and host functions are captured") {
  int from = 5, to = 0, calls = 0;
  int* plane = nullptr;
  REQUIRE(cudaMalloc(&plane, 64) == cudaSuccess);
  begin();
  CHECK(cudaMemsetAsync(sum, 0, sizeof(int), stream) == cudaSuccess);
  CHECK(cudaMemcpyAsync(plane, &from, sizeof(int), cudaMemcpyHostToDevice, stream) == cudaSuccess);
  CHECK(cudaMemcpy2DAsync(plane + 4, 8, plane, 8, 4, 1, cudaMemcpyDeviceToDevice, stream) == cudaSuccess);
  CHECK(cudaMemcpyAsync(&to, plane + 4, sizeof(int), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  CHECK(cudaLaunchHostFunc(
            stream, [](void* data) { ++*static_cast<int*>(data); }, &calls) == cudaSuccess);
  CHECK(cudaMemcpyAsync(nullptr, plane, 4, cudaMemcpyDeviceToHost, stream) == cudaErrorInvalidValue);
  *sum = 9;
  CHECK(to == 0);
  CHECK(calls == 0);
  from = 6;
  run_captured(3);
  CHECK(*sum == 0);
  CHECK(to == 6);
  CHECK(calls == 3);
}

TEST_CASE_FIXTURE(OnDevice, "events fork a capture into other streams and join them again") {
  cudaEvent_t joined;
  REQUIRE(cudaEventCreate(&joined) == cudaSuccess);
  begin();
  add<<<1, 1, 0, stream>>>(sum, 1);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(other, event) == cudaSuccess);
  CHECK(status(other) == cudaStreamCaptureStatusActive);
  add<<<1, 1, 0, other>>>(sum, 10);
  CHECK(cudaEventRecord(joined, other) == cudaSuccess);
  add<<<1, 1, 0, stream>>>(sum, 100);
  CHECK(cudaStreamWaitEvent(stream, joined) == cudaSuccess);
  const cudaGraphNode_t* behind = nullptr;
  std::size_t count = 0;
  cudaStreamCaptureStatus found;
  CHECK(cudaStreamGetCaptureInfo(stream, &found, nullptr, nullptr, &behind, nullptr, &count) == cudaSuccess);
  CHECK(count == 2);
  add<<<1, 1, 0, stream>>>(sum, 1000);
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(status(other) == cudaStreamCaptureStatusNone);
  CHECK(cudaStreamWaitEvent(other, event) == cudaErrorCapturedEvent);
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &count) == cudaSuccess);
  CHECK(count == 4);
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &count) == cudaSuccess);
  CHECK(count == 1);
  run(graph);
  CHECK(*sum == 1111);
}

TEST_CASE_FIXTURE(OnDevice, "a capture is ended by its own stream and thread, with all work joined") {
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
  CHECK(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
  begin();
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaErrorIllegalState);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(other, event) == cudaSuccess);
  add<<<1, 1, 0, other>>>(sum, 10);
  std::thread([&] {
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureWrongThread);
  }).join();
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureUnjoined);
  CHECK(graph == nullptr);
  CHECK(status(other) == cudaStreamCaptureStatusNone);

  begin();
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(other, event) == cudaSuccess);
  CHECK(cudaStreamEndCapture(other, &graph) == cudaErrorStreamCaptureUnmatched);
  check_invalidated();

  begin();
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE_FIXTURE(OnDevice, "a stream of a capture may be destroyed when its work is joined") {
  for (const bool is_joined : {true, false}) {
    cudaStream_t fork = nullptr;
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaStreamCreate(&fork) == cudaSuccess);
    begin();
    CHECK(cudaEventRecord(event, stream) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(fork, event) == cudaSuccess);
    add<<<1, 1, 0, fork>>>(sum, 10);
    CHECK(cudaEventRecord(event, fork) == cudaSuccess);
    if (is_joined) CHECK(cudaStreamWaitEvent(stream, event) == cudaSuccess);
    CHECK(cudaStreamDestroy(fork) == cudaSuccess);
    add<<<1, 1, 0, stream>>>(sum, 1);
    CHECK(cudaStreamEndCapture(stream, &graph) == (is_joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined));
    if (is_joined) run(graph);
  }
  CHECK(*sum == 11);
}

TEST_CASE_FIXTURE(OnDevice, "what a capture cannot have is an error, and ends it") {
  void* memory = nullptr;
  SUBCASE("a wait for the stream") {
    begin(cudaStreamCaptureModeRelaxed);
    CHECK(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported);
  }
  SUBCASE("a wait for the device") {
    begin(cudaStreamCaptureModeRelaxed);
    CHECK(cudaDeviceSynchronize() == cudaErrorStreamCaptureUnsupported);
  }
  SUBCASE("a wait for a captured event") {
    begin(cudaStreamCaptureModeRelaxed);
    CHECK(cudaEventRecord(event, stream) == cudaSuccess);
    CHECK(cudaEventSynchronize(event) == cudaErrorCapturedEvent);
  }
  SUBCASE("a dependency on work outside") {
    CHECK(cudaEventRecord(event, other) == cudaSuccess);
    begin();
    CHECK(cudaStreamWaitEvent(stream, event) == cudaErrorStreamCaptureIsolation);
  }
  SUBCASE("an allocation") {
    begin();
    CHECK(cudaMalloc(&memory, 4) == cudaErrorStreamCaptureUnsupported);
    CHECK(memory == nullptr);
  }
  SUBCASE("a copy that the host waits for") {
    int value = 0;
    begin();
    CHECK(cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDeviceToHost) == cudaErrorStreamCaptureUnsupported);
  }
  SUBCASE("a callback") {
    begin();
    CHECK(cudaStreamAddCallback(
              stream, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0) ==
          cudaErrorStreamCaptureUnsupported);
  }
  SUBCASE("memory of the stream's own") {
    begin();
    CHECK(cudaMallocAsync(&memory, 4, stream) == cudaErrorNotSupported);
  }
  check_invalidated();
}

TEST_CASE_FIXTURE(OnDevice, "the legacy stream would wait for a captured stream that is blocking") {
  cudaStream_t blocking;
  REQUIRE(cudaStreamCreate(&blocking) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  cudaStreamCaptureStatus found;
  CHECK(cudaStreamIsCapturing(nullptr, &found) == cudaErrorStreamCaptureImplicit);
  CHECK(status(blocking) == cudaStreamCaptureStatusActive);
  add<<<1, 1>>>(sum, 1);
  CHECK(cudaGetLastError() == cudaErrorStreamCaptureImplicit);
  CHECK(status(blocking) == cudaStreamCaptureStatusInvalidated);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(blocking, &graph) == cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();

  begin();
  add<<<1, 1>>>(sum, 1);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(*sum == 1);
  run_captured();
}

TEST_CASE_FIXTURE(OnDevice, "two captures are not merged") {
  begin();
  REQUIRE(cudaStreamBeginCapture(other, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  CHECK(cudaEventRecord(event, other) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, event) == cudaErrorStreamCaptureMerge);
  CHECK(status(other) == cudaStreamCaptureStatusInvalidated);
  check_invalidated();
}

TEST_CASE_FIXTURE(OnDevice, "a thread may lift the ban on calls that captures do not see") {
  void* memory = nullptr;
  begin(cudaStreamCaptureModeGlobal);
  std::thread([&] {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
    CHECK(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    CHECK(mode == cudaStreamCaptureModeGlobal);
    CHECK(cudaMalloc(&memory, 4) == cudaSuccess);
  }).join();
  CHECK(status(stream) == cudaStreamCaptureStatusActive);
  std::thread([&] { CHECK(cudaMalloc(&memory, 4) == cudaErrorStreamCaptureUnsupported); }).join();
  check_invalidated();
  begin(cudaStreamCaptureModeRelaxed);
  CHECK(cudaMalloc(&memory, 4) == cudaSuccess);
  run_captured();
}

TEST_CASE_FIXTURE(OnDevice, "a graph made node by node runs in the order of its dependencies") {
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  int three = 3, seven = 7, calls = 0;
  void* arguments[] = {&sum, &three};
  cudaKernelNodeParams kernel = adding(arguments);
  cudaGraphNode_t first, second, fill, host, empty;
  REQUIRE(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel) == cudaSuccess);
  arguments[1] = &seven;
  three = 1000;
  REQUIRE(cudaGraphAddKernelNode(&second, graph, &first, 1, &kernel) == cudaSuccess);
  const cudaMemsetParams filling = {sum, 0, 0x100, 4, 1, 1};
  REQUIRE(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &filling) == cudaSuccess);
  const cudaHostNodeParams counting = {[](void* data) { ++*static_cast<int*>(data); }, &calls};
  REQUIRE(cudaGraphAddHostNode(&host, graph, &second, 1, &counting) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&empty, graph, &host, 1) == cudaSuccess);
  REQUIRE(cudaGraphAddDependencies(graph, &fill, &first, 1) == cudaSuccess);
  CHECK(cudaGraphAddDependencies(graph, &fill, &first, 1) == cudaErrorInvalidValue);
  run(graph, 2);
  CHECK(*sum == 0x100 + 3 + 7);
  CHECK(calls == 2);
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(fill, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeMemset);
  std::size_t count = 0;
  CHECK(cudaGraphNodeGetDependentNodes(first, nullptr, &count) == cudaSuccess);
  CHECK(count == 1);

  CHECK(cudaGraphAddDependencies(graph, &second, &fill, 1) == cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphRemoveDependencies(graph, &second, &fill, 1) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0) == cudaSuccess);
}

TEST_CASE_FIXTURE(OnDevice, "a graph goes into another one, and a launch into a capture") {
  begin();
  add<<<1, 1, 0, stream>>>(sum, 1);
  add_pair<<<1, 1, 0, stream>>>(sum, Pair{10, 0});
  cudaGraph_t inner = nullptr, outer = nullptr, clone = nullptr;
  REQUIRE(cudaStreamEndCapture(stream, &inner) == cudaSuccess);
  cudaGraphNode_t child, last;
  REQUIRE(cudaGraphCreate(&outer, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner) == cudaSuccess);
  int two = 2;
  void* arguments[] = {&sum, &two};
  const cudaKernelNodeParams kernel = adding(arguments);
  REQUIRE(cudaGraphAddKernelNode(&last, outer, &child, 1, &kernel) == cudaSuccess);
  REQUIRE(cudaGraphClone(&clone, outer) == cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaGraphInstantiateWithFlags(&executable, inner, 0) == cudaSuccess);
  CHECK(cudaGraphDestroy(inner) == cudaSuccess);
  CHECK(cudaGraphDestroy(outer) == cudaSuccess);
  run(clone);
  CHECK(*sum == 12);

  begin();
  CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess);
  CHECK(*sum == 12);
  run_captured();
  CHECK(*sum == 130);
}

TEST_CASE_FIXTURE(OnDevice, "an executable graph takes other arguments, and another graph of its shape") {
  cudaGraph_t graph = nullptr, longer = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  int value = 1;
  void* arguments[] = {&sum, &value};
  const cudaKernelNodeParams kernel = adding(arguments);
  cudaGraphNode_t node, more;
  REQUIRE(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel) == cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
  value = 20;
  CHECK(cudaGraphExecKernelNodeSetParams(executable, node, &kernel) == cudaSuccess);
  CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess);
  CHECK(*sum == 20);
  cudaGraphExecUpdateResultInfo result{};
  CHECK(cudaGraphExecUpdate(executable, graph, &result) == cudaSuccess);
  CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess);
  CHECK(*sum == 21);
  REQUIRE(cudaGraphClone(&longer, graph) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&more, longer, nullptr, 0) == cudaSuccess);
  CHECK(cudaGraphExecUpdate(executable, longer, &result) == cudaErrorGraphExecUpdateFailure);
  CHECK(result.result == cudaGraphExecUpdateErrorTopologyChanged);
  CHECK(cudaGraphExecKernelNodeSetParams(executable, more, &kernel) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
  CHECK(cudaGraphLaunch(executable, stream) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(OnDevice, "wrong parameters make no node") {
  cudaGraph_t graph = nullptr, none = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  int value = 1;
  void* arguments[] = {&sum, &value};
  cudaKernelNodeParams kernel = adding(arguments);
  cudaGraphNode_t node, stale;
  kernel.blockDim = dim3(2000);
  CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel) == cudaErrorInvalidConfiguration);
  kernel.blockDim = dim3(1);
  CHECK(cudaGraphAddKernelNode(&node, none, nullptr, 0, &kernel) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphAddEmptyNode(&stale, graph, nullptr, 0) == cudaSuccess);
  CHECK(cudaGraphDestroyNode(stale) == cudaSuccess);
  CHECK(cudaGraphAddKernelNode(&node, graph, &stale, 1, &kernel) == cudaErrorInvalidValue);
  cudaMemsetParams filling = {sum, 0, 0, 3, 1, 1};
  CHECK(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &filling) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, sum, nullptr, 4, cudaMemcpyDefault) ==
        cudaErrorInvalidValue);
  CHECK(count_nodes(graph) == 0);
}
