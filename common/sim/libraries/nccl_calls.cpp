// NCCL's calls: arguments are checked, groups are gathered, failures become a message and a result.
#include <nccl.h>
#include <sys/random.h>

#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "sim/libraries/nccl_communicator.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/handles.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/stream.hpp"

using cudasim::nccl::Call;
using cudasim::nccl::Failed;
using cudasim::nccl::Operation;
using cudasim::nccl::text_of;

namespace {

constexpr char id_prefix[] = "cudasim-nccl-";

struct Member {
  std::string name;  ///< Of this process in the communicator.
  std::unique_ptr<ncclComm> communicator;
};

std::mutex members_mutex;
std::map<ncclComm_t, Member>& members() {
  static auto& all = *new std::map<ncclComm_t, Member>;
  return all;
}
std::set<std::string>& names_in_use() {
  static auto& all = *new std::set<std::string>;
  return all;
}

struct Grouped {
  ncclComm_t communicator;
  Operation operation;
};

thread_local std::string last_error;
thread_local int group_depth = 0;
thread_local std::vector<Grouped> group;
thread_local ncclResult_t group_error = ncclSuccess;

ncclComm& member(ncclComm_t communicator) {
  const std::lock_guard lock(members_mutex);
  if (members().count(communicator) == 0)
    throw Failed(ncclInvalidArgument, "the communicator is none, or was destroyed");
  return *communicator;
}

ncclResult_t complain(const char* name, const Failed& failed) {
  last_error = std::string(name) + ": " + failed.what();
  cudasim::report("NCCL: %s", last_error.c_str());
  return failed.code;
}

template <class Body>
ncclResult_t answer(Body body, const char* name = __builtin_FUNCTION()) {
  try {
    body();
    return ncclSuccess;
  } catch (const Failed& failed) {
    return complain(name, failed);
  }
}

void require(bool condition, const std::string& otherwise) {
  if (!condition) throw Failed(ncclInvalidArgument, otherwise);
}

void require_in_device_memory(const char* which, const void* begin, std::size_t bytes) {
  using cudasim::Place;
  if (bytes == 0) return;
  const Place place = cudasim::place_of(begin, bytes);
  require(
      place == Place::device || place == Place::both,
      std::string(which) + ": " + std::to_string(bytes) + " bytes there are not all of the device's memory");
}

void check(const ncclComm& communicator, const Operation& operation) {
  const bool has_op = operation.call == Call::reduce || operation.call == Call::all_reduce ||
                      operation.call == Call::reduce_scatter;
  const bool has_root = operation.call == Call::reduce || operation.call == Call::broadcast ||
                        operation.call == Call::send || operation.call == Call::receive;
  const std::size_t size = cudasim::nccl::size_of(operation.type);
  require(size != 0, "type " + std::to_string(operation.type) + " is unknown, or not simulated");
  require(!has_op || (operation.op >= 0 && operation.op < ncclNumOps),
          "reduction " + std::to_string(operation.op) + " is unknown, or not simulated");
  require(!has_root || (operation.root >= 0 && operation.root < communicator.ranks()),
          "rank " + std::to_string(operation.root) + " is not from 0 to " +
              std::to_string(communicator.ranks() - 1));
  require_in_device_memory("what is sent", operation.from, communicator.sent_count(operation) * size);
  require_in_device_memory("what is received", operation.to, communicator.received_count(operation) * size);
}

/// The CUDA runtime's result for work in this stream.
void check_stream(const Operation& operation, const char* name) {
  const cudaError_t error = cudasim::guarded(
      [&]() -> cudaError_t {
        if (!cudasim::valid_stream(operation.stream)) return cudaErrorInvalidResourceHandle;
        return cudasim::forbidden_in_capture(operation.stream);
      },
      name);
  if (error == cudaErrorStreamCaptureUnsupported)
    throw Failed(ncclInvalidUsage, "not simulated: NCCL in a stream that is captured");
  if (error != cudaSuccess)
    throw Failed(ncclUnhandledCudaError, std::string("the CUDA runtime says ") + cudaGetErrorName(error));
}

/// If the body fails, the communicator ends.
template <class Body>
void or_fail(ncclComm_t communicator, Body body) {
  try {
    body();
  } catch (const Failed& failed) {
    communicator->fail(failed);
    throw;
  }
}

ncclResult_t submit(ncclComm_t communicator, const Operation& operation) {
  const char* const name = text_of(operation.call);
  const ncclResult_t result = answer(
      [&] {
        ncclComm& known = member(communicator);
        if (known.state() != ncclSuccess)
          throw Failed(known.state(), "an earlier call has failed: the communicator is of no use any more");
        check(known, operation);
        check_stream(operation, name);
        if (group_depth > 0) return group.push_back({communicator, operation});
        or_fail(communicator, [&] {
          if (operation.call < Call::send)
            known.collective(operation);
          else
            known.transfer({operation});
        });
      },
      name);
  if (group_depth > 0 && result != ncclSuccess) group_error = result;
  return result;
}

/// Runs the collectives in order, then all sends and receives together.
void run_group(const std::vector<Grouped>& calls) {
  std::vector<ncclComm_t> order;
  std::map<ncclComm_t, std::vector<Operation>> transfers;
  for (const Grouped& each : calls) {
    member(each.communicator);
    if (each.operation.call < Call::send) {
      or_fail(each.communicator, [&] { each.communicator->collective(each.operation); });
      continue;
    }
    if (transfers[each.communicator].empty()) order.push_back(each.communicator);
    transfers[each.communicator].push_back(each.operation);
  }
  for (const ncclComm_t communicator : order)
    or_fail(communicator, [&] { communicator->transfer(transfers[communicator]); });
}

std::string new_name() {
  unsigned char random[16];
  if (::getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random))
    throw Failed(ncclSystemError, "the system has no random numbers");
  std::string name = id_prefix;
  for (const unsigned char each : random) {
    name += "0123456789abcdef"[each >> 4];
    name += "0123456789abcdef"[each & 15];
  }
  return name;
}

void join(ncclComm_t* communicator, const std::string& name, int rank, int ranks) {
  {
    const std::lock_guard lock(members_mutex);
    if (!names_in_use().insert(name).second)
      throw Failed(ncclInvalidUsage,
                   "this process is in the communicator already; its one device cannot be two ranks");
  }
  try {
    auto made = std::make_unique<ncclComm>(name, rank, ranks);
    const std::lock_guard lock(members_mutex);
    *communicator = made.get();
    members()[*communicator] = {name, std::move(made)};
  } catch (...) {
    const std::lock_guard lock(members_mutex);
    names_in_use().erase(name);
    throw;
  }
}

void forget(ncclComm_t communicator) {
  const std::lock_guard lock(members_mutex);
  const auto found = members().find(communicator);
  names_in_use().erase(found->second.name);
  members().erase(found);
}

/// Returns the body's number through a pointer.
template <class Body>
ncclResult_t tell(ncclComm_t communicator, int* out, Body body, const char* name = __builtin_FUNCTION()) {
  return answer(
      [&] {
        const ncclComm& known = member(communicator);
        require(out != nullptr, "a null pointer for the answer");
        *out = body(known);
      },
      name);
}

}  // namespace

#define CALLER __builtin_return_address(0)

ncclResult_t ncclGetVersion(int* version) {
  return answer([&] {
    require(version != nullptr, "a null pointer for the answer");
    *version = NCCL_VERSION_CODE;
  });
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  return answer([&] {
    require(id != nullptr, "a null pointer for the id");
    *id = {};
    const std::string name = new_name();
    std::memcpy(id->internal, name.data(), name.size());
  });
}

ncclResult_t ncclCommInitRank(ncclComm_t* communicator, int ranks, ncclUniqueId id, int rank) {
  return answer([&] {
    require(communicator != nullptr, "a null pointer for the communicator");
    require(ranks > 0, std::to_string(ranks) + " ranks");
    require(rank >= 0 && rank < ranks,
            "rank " + std::to_string(rank) + " is not from 0 to " + std::to_string(ranks - 1));
    require(std::memcmp(id.internal, id_prefix, sizeof id_prefix - 1) == 0 &&
                id.internal[NCCL_UNIQUE_ID_BYTES - 1] == 0 && std::strlen(id.internal) < 64,
            "the id is not one that ncclGetUniqueId of the simulator gave");
    join(communicator, id.internal, rank, ranks);
  });
}

ncclResult_t ncclCommInitAll(ncclComm_t* communicators, int devices, const int* device_list) {
  return answer([&] {
    require(communicators != nullptr, "a null pointer for the communicators");
    require(devices == 1,
            std::to_string(devices) +
                " devices: a process has one on the simulator; ncclCommInitRank joins processes");
    require(device_list == nullptr || device_list[0] == 0, "the one device is number 0");
    join(communicators, new_name(), 0, 1);
  });
}

ncclResult_t ncclCommFinalize(ncclComm_t communicator) {
  return answer([&] { member(communicator); });
}

ncclResult_t ncclCommDestroy(ncclComm_t communicator) {
  return answer([&] {
    member(communicator).leave();
    forget(communicator);
  });
}

ncclResult_t ncclCommAbort(ncclComm_t communicator) {
  return answer([&] {
    member(communicator).fail({ncclInvalidUsage, "it called ncclCommAbort"});
    forget(communicator);
  });
}

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError: return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError: return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError: return "internal error - please report this issue to the NCCL developers";
    case ncclInvalidArgument: return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage: return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
  }
}

const char* ncclGetLastError(ncclComm_t) { return last_error.c_str(); }

ncclResult_t ncclCommGetAsyncError(ncclComm_t communicator, ncclResult_t* error) {
  return answer([&] {
    const ncclComm& known = member(communicator);
    require(error != nullptr, "a null pointer for the answer");
    *error = known.state();
  });
}

ncclResult_t ncclCommCount(const ncclComm_t communicator, int* count) {
  return tell(communicator, count, [](const ncclComm& known) { return known.ranks(); });
}

ncclResult_t ncclCommCuDevice(const ncclComm_t communicator, int* device) {
  return tell(communicator, device, [](const ncclComm&) { return 0; });
}

ncclResult_t ncclCommUserRank(const ncclComm_t communicator, int* rank) {
  return tell(communicator, rank, [](const ncclComm& known) { return known.rank(); });
}

ncclResult_t ncclReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t communicator, cudaStream_t stream) {
  return submit(communicator, {Call::reduce, send, receive, count, type, op, root, stream, CALLER});
}

ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t communicator,
                       cudaStream_t stream) {
  return submit(communicator, {Call::broadcast, buffer, buffer, count, type, ncclSum, root, stream, CALLER});
}

ncclResult_t ncclBroadcast(const void* send, void* receive, size_t count, ncclDataType_t type, int root,
                           ncclComm_t communicator, cudaStream_t stream) {
  return submit(communicator, {Call::broadcast, send, receive, count, type, ncclSum, root, stream, CALLER});
}

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t communicator, cudaStream_t stream) {
  return submit(communicator, {Call::all_reduce, send, receive, count, type, op, -1, stream, CALLER});
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t receive_count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t communicator, cudaStream_t stream) {
  return submit(communicator,
                {Call::reduce_scatter, send, receive, receive_count, type, op, -1, stream, CALLER});
}

ncclResult_t ncclAllGather(const void* send, void* receive, size_t send_count, ncclDataType_t type,
                           ncclComm_t communicator, cudaStream_t stream) {
  return submit(communicator,
                {Call::all_gather, send, receive, send_count, type, ncclSum, -1, stream, CALLER});
}

ncclResult_t ncclSend(const void* send, size_t count, ncclDataType_t type, int peer, ncclComm_t communicator,
                      cudaStream_t stream) {
  return submit(communicator, {Call::send, send, nullptr, count, type, ncclSum, peer, stream, CALLER});
}

ncclResult_t ncclRecv(void* receive, size_t count, ncclDataType_t type, int peer, ncclComm_t communicator,
                      cudaStream_t stream) {
  return submit(communicator, {Call::receive, nullptr, receive, count, type, ncclSum, peer, stream, CALLER});
}

ncclResult_t ncclGroupStart() {
  ++group_depth;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
  return answer([] {
    if (group_depth == 0) throw Failed(ncclInvalidUsage, "no group has begun");
    if (--group_depth > 0) return;
    const std::vector<Grouped> calls = std::exchange(group, {});
    const ncclResult_t error = std::exchange(group_error, ncclSuccess);
    if (error != ncclSuccess) throw Failed(error, "a call of the group has failed");
    run_group(calls);
  });
}
