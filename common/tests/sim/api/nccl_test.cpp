// Each rank is a process of its own, and says by its exit code in which line it saw something wrong (modulo 251).
#include <doctest/doctest.h>
#include <nccl.h>
#include <signal.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/sim/api/fresh_device.hpp"
#include "tests/sim/nccl_ranks.hpp"

#define MUST(condition) \
  if (!(condition)) return __LINE__ % 251 + 1

namespace {

/// Device memory with these values.
template <class T>
struct OnDevice {
  explicit OnDevice(const std::vector<T>& values) : size(values.size()) {
    cudaMalloc(&data, std::max<std::size_t>(1, size * sizeof(T)));
    cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~OnDevice() { cudaFree(data); }
  std::vector<T> values() const {
    std::vector<T> all(size);
    cudaMemcpy(all.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
  }
  std::size_t size;
  T* data = nullptr;
};

/// i-th value of a rank.
template <class T>
T value(int rank, std::size_t i) {
  return static_cast<T>((rank + 1) * 3 + static_cast<int>(i % 5));
}
template <class T>
std::vector<T> values(int rank, std::size_t count) {
  std::vector<T> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(value<T>(rank, i));
  return all;
}

template <class T>
T expected(int ranks, std::size_t i, ncclRedOp_t op) {
  T all = value<T>(0, i);
  for (int rank = 1; rank < ranks; ++rank) {
    const T next = value<T>(rank, i);
    if (op == ncclProd)
      all = static_cast<T>(all * next);
    else if (op == ncclMax)
      all = std::max(all, next);
    else if (op == ncclMin)
      all = std::min(all, next);
    else
      all = static_cast<T>(all + next);
  }
  return op == ncclAvg ? static_cast<T>(all / static_cast<T>(ranks)) : all;
}

template <class T>
int reduces(ncclComm_t communicator, int rank, int ranks, ncclDataType_t type, std::size_t count) {
  for (const ncclRedOp_t op : {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg}) {
    const OnDevice<T> own(values<T>(rank, count));
    OnDevice<T> everywhere(std::vector<T>(count, T{1})), at_root(std::vector<T>(count, T{77}));
    MUST(ncclAllReduce(own.data, everywhere.data, count, type, op, communicator, nullptr) == ncclSuccess);
    MUST(ncclReduce(own.data, at_root.data, count, type, op, ranks - 1, communicator, nullptr) ==
         ncclSuccess);
    MUST(ncclAllReduce(own.data, own.data, count, type, op, communicator, nullptr) == ncclSuccess);
    for (std::size_t i = 0; i < count; ++i) {
      const T want = expected<T>(ranks, i, op);
      MUST(everywhere.values()[i] == want);
      MUST(own.values()[i] == want);
      MUST(at_root.values()[i] == (rank == ranks - 1 ? want : T{77}));
    }
  }
  return 0;
}

int reduces_all(ncclComm_t communicator, int rank, int ranks) {
  for (const std::size_t count : {0, 1, 3, 33}) {
    if (const int line = reduces<std::int8_t>(communicator, rank, ranks, ncclInt8, count)) return line;
    if (const int line = reduces<std::uint8_t>(communicator, rank, ranks, ncclUint8, count)) return line;
    if (const int line = reduces<int>(communicator, rank, ranks, ncclInt32, count)) return line;
    if (const int line = reduces<unsigned>(communicator, rank, ranks, ncclUint32, count)) return line;
    if (const int line = reduces<std::int64_t>(communicator, rank, ranks, ncclInt64, count)) return line;
    if (const int line = reduces<std::uint64_t>(communicator, rank, ranks, ncclUint64, count)) return line;
    if (const int line = reduces<float>(communicator, rank, ranks, ncclFloat32, count)) return line;
    if (const int line = reduces<double>(communicator, rank, ranks, ncclFloat64, count)) return line;
  }
  return 0;
}

int moves(ncclComm_t communicator, int rank, int ranks) {
  constexpr std::size_t count = 7;
  const auto n = static_cast<std::size_t>(ranks);
  const OnDevice<int> own(values<int>(rank, count));
  OnDevice<int> gathered(std::vector<int>(n * count, 0)), cast(std::vector<int>(count, 0));
  MUST(ncclAllGather(own.data, gathered.data, count, ncclInt, communicator, nullptr) == ncclSuccess);
  MUST(ncclBroadcast(own.data, cast.data, count, ncclInt, ranks - 1, communicator, nullptr) == ncclSuccess);
  for (std::size_t i = 0; i < n * count; ++i)
    MUST(gathered.values()[i] == value<int>(static_cast<int>(i / count), i % count));
  MUST(cast.values() == values<int>(ranks - 1, count));
  MUST(ncclBcast(own.data, count, ncclInt, 0, communicator, nullptr) == ncclSuccess);
  MUST(own.values() == values<int>(0, count));

  // Each share of what is gathered is the same on all ranks.
  OnDevice<int> share(std::vector<int>(count, 0));
  MUST(ncclReduceScatter(gathered.data, share.data, count, ncclInt, ncclSum, communicator, nullptr) ==
       ncclSuccess);
  for (std::size_t i = 0; i < count; ++i) MUST(share.values()[i] == ranks * value<int>(rank, i));
  return 0;
}

/// To the right and to the left in one group; on two ranks both are the same rank. Larger than what a socket holds.
int exchanges(ncclComm_t communicator, int rank, int ranks) {
  const std::size_t count = 300'000;
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  const OnDevice<int> own(values<int>(rank, count)), other(std::vector<int>(1, 1000 + rank));
  OnDevice<int> from_left(std::vector<int>(count, 0)), from_right(std::vector<int>(1, 0));
  MUST(ncclGroupStart() == ncclSuccess);
  MUST(ncclSend(own.data, count, ncclInt, right, communicator, nullptr) == ncclSuccess);
  MUST(ncclRecv(from_left.data, count, ncclInt, left, communicator, nullptr) == ncclSuccess);
  MUST(ncclSend(other.data, 1, ncclInt, left, communicator, nullptr) == ncclSuccess);
  MUST(ncclRecv(from_right.data, 1, ncclInt, right, communicator, nullptr) == ncclSuccess);
  MUST(ncclGroupEnd() == ncclSuccess);
  MUST(from_left.values() == values<int>(left, count));
  MUST(from_right.values()[0] == 1000 + right);
  return 0;
}

/// The exit codes of ranks that run `body` with a communicator.
std::vector<int> with_communicator(int ranks, int (*body)(ncclComm_t, int, int)) {
  return run_ranks(ranks, [=](int rank, const ncclUniqueId& id) {
    ncclComm_t communicator = nullptr;
    MUST(ncclCommInitRank(&communicator, ranks, id, rank) == ncclSuccess);
    const int line = body(communicator, rank, ranks);
    MUST(ncclCommDestroy(communicator) == ncclSuccess);
    return line;
  });
}

}  // namespace

TEST_CASE_FIXTURE(FreshDevice, "NCCL reduces over processes, in all types and places") {
  for (const int ranks : {1, 2, 3, 4})
    CHECK(with_communicator(ranks, reduces_all) == std::vector<int>(static_cast<std::size_t>(ranks)));
}

TEST_CASE_FIXTURE(FreshDevice, "NCCL gathers, casts and scatters over processes") {
  for (const int ranks : {1, 2, 4})
    CHECK(with_communicator(ranks, moves) == std::vector<int>(static_cast<std::size_t>(ranks)));
}

TEST_CASE_FIXTURE(FreshDevice, "NCCL's sends and receives of a group go at a time") {
  for (const int ranks : {1, 2, 3, 4})
    CHECK(with_communicator(ranks, exchanges) == std::vector<int>(static_cast<std::size_t>(ranks)));
}

TEST_CASE_FIXTURE(FreshDevice, "a communicator tells what it is, and arguments are checked") {
  ncclComm_t communicator = nullptr;
  REQUIRE(ncclCommInitAll(&communicator, 1, nullptr) == ncclSuccess);
  int count = 0, rank = 9, device = 9;
  CHECK(ncclCommCount(communicator, &count) == ncclSuccess);
  CHECK(ncclCommUserRank(communicator, &rank) == ncclSuccess);
  CHECK(ncclCommCuDevice(communicator, &device) == ncclSuccess);
  CHECK(count == 1);
  CHECK(rank == 0);
  CHECK(device == 0);
  ncclResult_t state = ncclInternalError;
  CHECK(ncclCommGetAsyncError(communicator, &state) == ncclSuccess);
  CHECK(state == ncclSuccess);

  int on_host = 0;
  const OnDevice<int> four(std::vector<int>(4, 0));
  const auto sum = [&](const void* from, std::size_t n, int type, int op, cudaStream_t stream) {
    return ncclAllReduce(from, four.data, n, static_cast<ncclDataType_t>(type), static_cast<ncclRedOp_t>(op),
                         communicator, stream);
  };
  CHECK(sum(four.data, 4, ncclInt, ncclSum, nullptr) == ncclSuccess);
  CHECK(sum(&on_host, 1, ncclInt, ncclSum, nullptr) == ncclInvalidArgument);
  CHECK(std::string(ncclGetLastError(communicator)).find("not all of the device's memory") !=
        std::string::npos);
  CHECK(sum(four.data, 5, ncclInt, ncclSum, nullptr) == ncclInvalidArgument);
  CHECK(sum(four.data, 1, 11, ncclSum, nullptr) == ncclInvalidArgument);
  CHECK(sum(four.data, 1, ncclInt, 5, nullptr) == ncclInvalidArgument);
  CHECK(ncclSend(four.data, 1, ncclInt, 1, communicator, nullptr) == ncclInvalidArgument);
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(sum(four.data, 1, ncclInt, ncclSum, stream) == ncclInvalidUsage);
  REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(sum(four.data, 1, ncclInt, ncclSum, stream) == ncclUnhandledCudaError);
  CHECK(ncclGroupEnd() == ncclInvalidUsage);

  // A group with a call that fails does nothing.
  CHECK(ncclGroupStart() == ncclSuccess);
  CHECK(sum(&on_host, 1, ncclInt, ncclSum, nullptr) == ncclInvalidArgument);
  CHECK(sum(four.data, 4, ncclInt, ncclSum, nullptr) == ncclSuccess);
  CHECK(ncclGroupEnd() == ncclInvalidArgument);
  CHECK(ncclCommDestroy(communicator) == ncclSuccess);
  CHECK(ncclCommDestroy(communicator) == ncclInvalidArgument);
  CHECK(sum(four.data, 4, ncclInt, ncclSum, nullptr) == ncclInvalidArgument);

  ncclUniqueId id{};
  CHECK(ncclCommInitRank(&communicator, 1, id, 0) == ncclInvalidArgument);
  REQUIRE(ncclGetUniqueId(&id) == ncclSuccess);
  CHECK(ncclCommInitRank(&communicator, 2, id, 2) == ncclInvalidArgument);
  CHECK(ncclCommInitAll(&communicator, 2, nullptr) == ncclInvalidArgument);
  REQUIRE(ncclCommInitRank(&communicator, 1, id, 0) == ncclSuccess);
  ncclComm_t second = nullptr;
  CHECK(ncclCommInitRank(&second, 1, id, 0) == ncclInvalidUsage);
  CHECK(ncclCommAbort(communicator) == ncclSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "NCCL's error is of all ranks, and of all later calls") {
  const auto codes = run_ranks(3, [](int rank, const ncclUniqueId& id) {
    ncclComm_t communicator = nullptr;
    MUST(ncclCommInitRank(&communicator, 3, id, rank) == ncclSuccess);
    if (rank == 2) ::raise(SIGKILL);
    const OnDevice<int> one(std::vector<int>(1, 0));
    const auto sum = [&] {
      return ncclAllReduce(one.data, one.data, 1, ncclInt, ncclSum, communicator, nullptr);
    };
    MUST(sum() == ncclRemoteError);
    ncclResult_t state = ncclSuccess;
    MUST(ncclCommGetAsyncError(communicator, &state) == ncclSuccess);
    MUST(state == ncclRemoteError);
    MUST(sum() == ncclRemoteError);
    MUST(ncclCommDestroy(communicator) == ncclSuccess);
    return 0;
  });
  CHECK(codes == std::vector<int>{0, 0, 128 + SIGKILL});
}

TEST_CASE_FIXTURE(FreshDevice, "NCCL does not wait for ever") {
  ::setenv("CUDASIM_NCCL_TIMEOUT", "1", 1);
  const auto codes = run_ranks(3, [](int rank, const ncclUniqueId& id) {
    ncclComm_t communicator = nullptr;
    if (rank == 1) return 0;  // never comes
    MUST(ncclCommInitRank(&communicator, 3, id, rank) == ncclRemoteError);
    MUST(std::string(ncclGetLastError(nullptr)).find("has waited for rank 1 for 1 s") != std::string::npos ||
         rank == 2);
    return 0;
  });
  ::unsetenv("CUDASIM_NCCL_TIMEOUT");
  CHECK(codes == std::vector<int>(3));
}
