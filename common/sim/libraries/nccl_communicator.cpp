// Collectives consist of exchanges, in which each rank has a part for every other rank. After a reduction's exchange each rank combines
// its share in the order of the ranks, so that all get the same bits. In an exchange, all ranks learn what all are about to do.
#include "sim/libraries/nccl_communicator.hpp"

#include <algorithm>
#include <cstring>

#include "sim/runtime/observer.hpp"
#include "sim/runtime/stream.hpp"

using cudasim::nccl::Call;
using cudasim::nccl::Failed;
using cudasim::nccl::Frame;
using cudasim::nccl::Header;
using cudasim::nccl::Operation;
using cudasim::nccl::size_of;
using cudasim::nccl::text_of;

namespace {

/// A rank's share of `count` elements.
struct Share {
  std::size_t first, count;
  Share(std::size_t all, int rank, int ranks) {
    const auto r = static_cast<std::size_t>(rank), n = static_cast<std::size_t>(ranks);
    first = all / n * r + std::min(r, all % n);
    count = all / n + (r < all % n ? 1 : 0);
  }
};

bool is_reduction(Call call) {
  return call == Call::reduce || call == Call::all_reduce || call == Call::reduce_scatter;
}

Header header_of(const Operation& operation) {
  return {operation.call, operation.type, is_reduction(operation.call) ? operation.op : -1, operation.root,
          operation.count};
}

std::string text_of(const Header& header) {
  std::string text = std::string(text_of(header.call)) + " of " + std::to_string(header.count) + " " +
                     text_of(static_cast<ncclDataType_t>(header.type));
  if (header.op >= 0) text += std::string(", ") + text_of(static_cast<ncclRedOp_t>(header.op));
  if (header.root >= 0 && header.call != Call::send && header.call != Call::receive)
    text += ", root " + std::to_string(header.root);
  return text;
}

bool same_collective(const Header& a, const Header& b) {
  return a.call == b.call && a.type == b.type && a.op == b.op && a.root == b.root && a.count == b.count;
}

Failed disagreement(int rank, const Header& own, int peer, const Header& other) {
  return {ncclInvalidUsage, "rank " + std::to_string(rank) + " calls " + text_of(own) + ", and rank " +
                                std::to_string(peer) + " " + text_of(other) +
                                ": all ranks must call the same, in the same order"};
}

/// While it exists, accesses belong to the operation.
class InStream {
 public:
  explicit InStream(const Operation& operation)
      : call_{cudasim::stream_name(operation.stream), operation.caller, false} {
    if (cudasim::observer != nullptr) cudasim::observer->call_begins(call_);
  }
  ~InStream() {
    if (cudasim::observer != nullptr) cudasim::observer->call_ends();
  }
  InStream(const InStream&) = delete;
  InStream& operator=(const InStream&) = delete;

 private:
  cudasim::StreamCall call_;
};

void note_read(const void* begin, std::size_t bytes) {
  if (cudasim::observer != nullptr && bytes != 0) cudasim::observer->read_by_call(begin, bytes);
}

void write(char* to, const std::vector<char>& payload) {
  if (payload.empty()) return;
  std::memcpy(to, payload.data(), payload.size());
  if (cudasim::observer != nullptr) cudasim::observer->copied(to, payload.data(), payload.size());
}

}  // namespace

std::size_t ncclComm::sent_count(const Operation& operation) const {
  const bool at_root = operation.root == rank();
  switch (operation.call) {
    case Call::reduce_scatter: return operation.count * static_cast<std::size_t>(ranks());
    case Call::broadcast: return at_root ? operation.count : 0;
    case Call::receive: return 0;
    default: return operation.count;
  }
}

std::size_t ncclComm::received_count(const Operation& operation) const {
  const bool at_root = operation.root == rank();
  switch (operation.call) {
    case Call::all_gather: return operation.count * static_cast<std::size_t>(ranks());
    case Call::reduce: return at_root ? operation.count : 0;
    case Call::send: return 0;
    default: return operation.count;
  }
}

/// The frames that each rank has for this rank.
ncclComm::Parts ncclComm::exchange(const Operation& operation,
                                   const std::function<std::pair<const char*, std::size_t>(int)>& part_for) {
  const Header own = header_of(operation);
  for (int peer = 0; peer < ranks(); ++peer) {
    const auto [begin, bytes] = part_for(peer);
    mesh_.post(peer, own, begin, bytes);
  }
  mesh_.wait(text_of(operation.call), [&] {
    std::vector<int> missing;
    for (int peer = 0; peer < ranks(); ++peer) {
      const auto& arrived = mesh_.arrived(peer);
      if (arrived.empty() || arrived.front().header.call >= Call::left)
        missing.push_back(peer);
      else if (!same_collective(own, arrived.front().header))
        throw disagreement(rank(), own, peer, arrived.front().header);
    }
    return missing;
  });
  Parts parts;
  for (int peer = 0; peer < ranks(); ++peer) {
    parts.push_back(std::move(mesh_.arrived(peer).front().payload));
    mesh_.arrived(peer).pop_front();
  }
  return parts;
}

std::vector<char> ncclComm::reduced(const Operation& operation, const Parts& parts) const {
  std::vector<char> all = parts[0];
  const std::size_t count = all.size() / size_of(operation.type);
  for (std::size_t part = 1; part < parts.size(); ++part)
    cudasim::nccl::combine(all.data(), parts[part].data(), count, operation.type, operation.op);
  if (operation.op == ncclAvg) cudasim::nccl::divide(all.data(), count, operation.type, ranks());
  return all;
}

void ncclComm::collective(const Operation& operation) {
  const InStream work(operation);
  const std::size_t size = size_of(operation.type);
  const char* const from = static_cast<const char*>(operation.from);
  char* const to = static_cast<char*>(operation.to);
  const std::size_t bytes = sent_count(operation) * size;
  note_read(from, bytes);

  if (!is_reduction(
          operation.call)) {  // an all-gather, or a broadcast: there the parts of all but the root are empty
    const Parts parts = exchange(operation, [&](int) { return std::pair(from, bytes); });
    std::size_t at = 0;
    for (const auto& part : parts) {
      write(to + at, part);
      at += part.size();
    }
    return;
  }
  const std::size_t all = sent_count(operation);
  const Parts shares = exchange(operation, [&](int peer) {
    const Share share(all, peer, ranks());
    return std::pair(from + share.first * size, share.count * size);
  });
  const std::vector<char> sum = reduced(operation, shares);
  if (operation.call == Call::reduce_scatter) return write(to, sum);
  const bool everywhere = operation.call == Call::all_reduce;
  const Parts sums = exchange(operation, [&](int peer) {
    return std::pair(sum.data(), everywhere || peer == operation.root ? sum.size() : 0);
  });
  for (int peer = 0; peer < ranks(); ++peer)
    write(to + Share(all, peer, ranks()).first * size, sums[static_cast<std::size_t>(peer)]);
}

/// Takes the frame that the operation's peer has sent for it, if it has arrived.
bool ncclComm::match(const Operation& operation) {
  auto& arrived = mesh_.arrived(operation.root);
  const bool sends = operation.call == Call::send;
  const auto found = std::find_if(arrived.begin(), arrived.end(), [&](const Frame& each) {
    return each.header.call == (sends ? Call::receive : Call::send);
  });
  if (found == arrived.end()) return false;
  if (found->header.count != operation.count || found->header.type != operation.type)
    throw Failed(ncclInvalidUsage,
                 "rank " + std::to_string(rank()) + " calls " + text_of(header_of(operation)) +
                     ", and rank " + std::to_string(operation.root) + " " + text_of(found->header) +
                     ": what is sent and what is received must be as many elements of one type");
  if (!sends) {
    const InStream work(operation);
    write(static_cast<char*>(operation.to), found->payload);
  }
  arrived.erase(found);
  return true;
}

/// The peer of an operation without a match has announced all operations of its call, and waits in it.
void ncclComm::look_for_deadlock(const Operation& operation) {
  const auto& arrived = mesh_.arrived(operation.root);
  if (arrived.empty() || arrived.front().header.call >= Call::left) return;
  if (arrived.front().header.call < Call::send)
    throw disagreement(rank(), header_of(operation), operation.root, arrived.front().header);
  if (!arrived.back().header.ends_group) return;
  throw Failed(ncclInvalidUsage,
               "rank " + std::to_string(rank()) + " waits in " + text_of(operation.call) + " for rank " +
                   std::to_string(operation.root) + ", which waits in " +
                   text_of(arrived.back().header.call) +
                   ": both belong between ncclGroupStart and ncclGroupEnd, with what the other "
                   "rank waits for");
}

void ncclComm::transfer(const std::vector<Operation>& operations) {
  std::vector<bool> done(operations.size());
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& each = operations[i];
    Header header = header_of(each);
    header.ends_group =
        std::none_of(operations.begin() + static_cast<std::ptrdiff_t>(i) + 1, operations.end(),
                     [&](const Operation& later) { return later.root == each.root; });
    const std::size_t bytes = sent_count(each) * size_of(each.type);
    const InStream work(each);
    note_read(each.from, bytes);
    mesh_.post(each.root, header, each.from, bytes);
  }
  mesh_.wait(text_of(operations.front().call), [&] {
    std::vector<int> missing;
    for (std::size_t i = 0; i < operations.size(); ++i)
      if (!done[i]) done[i] = match(operations[i]);
    for (std::size_t i = 0; i < operations.size(); ++i) {
      if (done[i]) continue;
      look_for_deadlock(operations[i]);
      missing.push_back(operations[i].root);
    }
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    return missing;
  });
}

void ncclComm::fail(const Failed& why) {
  if (state_ != ncclSuccess) return;
  state_ = why.code;
  mesh_.close(Call::gave_up, why.what());
}
