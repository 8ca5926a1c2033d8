// One rank's communicator: what collectives, sends and receives do.
#pragma once

#include <string>
#include <vector>

#include "cudasim/driver_types.hpp"
#include "sim/libraries/nccl_mesh.hpp"

namespace cudasim::nccl {

/// A call that puts work into a stream.
struct Operation {
  Call call;
  const void* from;
  void* to;
  std::size_t count;
  ncclDataType_t type;
  ncclRedOp_t op;
  int root;  ///< The peer of ncclSend and ncclRecv; otherwise -1.
  cudaStream_t stream;
  const void* caller;
};

/// Bytes of an element.
std::size_t size_of(ncclDataType_t type);
/// into[i] becomes into[i] op from[i]. An average is computed as a sum here.
void combine(void* into, const void* from, std::size_t count, ncclDataType_t type, ncclRedOp_t op);
/// Turns a sum into an average.
void divide(void* values, std::size_t count, ncclDataType_t type, int by);
/// "ncclFloat32", "ncclSum"
const char* text_of(ncclDataType_t type);
const char* text_of(ncclRedOp_t op);
/// "ncclAllReduce"
const char* text_of(Call call);

}  // namespace cudasim::nccl

struct ncclComm {
 public:
  ncclComm(const std::string& name, int rank, int ranks) : mesh_(name, rank, ranks) {}

  int rank() const { return mesh_.rank(); }
  int ranks() const { return mesh_.ranks(); }
  ncclResult_t state() const { return state_; }

  /// Elements of both buffers: an all-gather receives more than it sends.
  std::size_t sent_count(const cudasim::nccl::Operation& operation) const;
  std::size_t received_count(const cudasim::nccl::Operation& operation) const;

  /// @throws cudasim::nccl::Failed, like the next function
  void collective(const cudasim::nccl::Operation& operation);
  /// Runs all of them together, as in a group.
  void transfer(const std::vector<cudasim::nccl::Operation>& operations);

  /// Makes all later calls fail, here and on the other ranks.
  void fail(const cudasim::nccl::Failed& why);
  void leave() { mesh_.close(cudasim::nccl::Call::left); }

 private:
  using Parts = std::vector<std::vector<char>>;

  Parts exchange(const cudasim::nccl::Operation& operation,
                 const std::function<std::pair<const char*, std::size_t>(int)>& part_for);
  std::vector<char> reduced(const cudasim::nccl::Operation& operation, const Parts& parts) const;
  bool match(const cudasim::nccl::Operation& operation);
  void look_for_deadlock(const cudasim::nccl::Operation& operation);

  cudasim::nccl::Mesh mesh_;
  ncclResult_t state_ = ncclSuccess;
};
