// NCCL's ranks and their messages: each pair of processes has a socket, over which frames go in order.
#pragma once

#include <nccl.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudasim::nccl {

/// Ends a call: the result, and the reason.
struct Failed : std::runtime_error {
  Failed(ncclResult_t result, const std::string& text) : std::runtime_error(text), code(result) {}
  ncclResult_t code;
};

enum class Call : std::uint32_t {
  reduce,
  broadcast,
  all_reduce,
  reduce_scatter,
  all_gather,
  send,
  receive,
  left,     ///< the rank has destroyed its communicator
  gave_up,  ///< It has failed; the payload has the reason.
};

/// What a rank is about to do, as announced to the others.
struct Header {
  Call call;
  std::int32_t type = -1;
  std::int32_t op = -1;
  std::int32_t root = -1;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  ///< of the payload
  bool ends_group =
      false;  ///< The sender has announced all operations with this rank until its call is done.
};

struct Frame {
  Header header;
  std::vector<char> payload;
};

/// The sockets of one rank. A wait ends with the data or throws Failed; it never hangs.
class Mesh {
 public:
  /// Connects to the other ranks by the name, which all of them know. @throws Failed
  Mesh(const std::string& name, int rank, int ranks);
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  int rank() const { return rank_; }
  int ranks() const { return static_cast<int>(peers_.size()); }

  /// Queues a frame, possibly to itself.
  void post(int peer, Header header, const void* payload = nullptr, std::size_t bytes = 0);
  /// Frames that have arrived from a rank and have not been taken yet.
  std::deque<Frame>& arrived(int peer) { return peers_[static_cast<std::size_t>(peer)].arrived; }
  /// Returns when `missing` is empty and all posted frames are in flight. `what` is the call that waits.
  void wait(const char* what, const std::function<std::vector<int>()>& missing);

  /// Tells all other ranks why this rank ends, or that it is done, and closes.
  void close(Call why, const std::string& text = "");

 private:
  struct Peer {
    int socket = -1;
    std::deque<std::vector<char>> out;
    std::size_t out_done = 0;  ///< Bytes of the first frame.
    Frame frame;               ///< The frame that is arriving.
    std::size_t in_done = 0;   ///< bytes of it
    std::deque<Frame> arrived;
    bool ended = false;
  };

  void meet(int listener);
  void greet(int socket);
  void send_to(Peer& peer);
  void read_from(Peer& peer);
  void progress(int milliseconds);
  bool all_sent() const;
  void look_for_trouble(const std::vector<int>& missing, const char* what);

  std::string name_;
  int rank_;
  std::vector<Peer> peers_;
};

/// "rank 1", "ranks 1, 2 and 3"
std::string ranks_text(const std::vector<int>& ranks);

}  // namespace cudasim::nccl
