// The sockets are in Linux's abstract namespace: nothing is left in the file system, even if a process is killed.
#include "sim/libraries/nccl_mesh.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>

#include "sim/runtime/settings.hpp"

namespace cudasim::nccl {
namespace {

using Clock = std::chrono::steady_clock;

/// The first message of either side of a connection.
struct Greeting {
  std::int32_t rank;
  std::int32_t ranks;
};

long patience() { return setting("CUDASIM_NCCL_TIMEOUT", 60); }
Clock::time_point deadline_from_now() { return Clock::now() + std::chrono::seconds(patience()); }

std::string timeout_text() {
  return " for " + std::to_string(patience()) + " s (CUDASIM_NCCL_TIMEOUT changes that)";
}

Failed system_error(const char* call) {
  return {ncclSystemError, std::string(call) + ": " + std::strerror(errno)};
}

struct Address {
  sockaddr_un socket_name{};
  socklen_t length;

  Address(const std::string& name, int rank) {
    const std::string path = name + "-" + std::to_string(rank);
    socket_name.sun_family = AF_UNIX;
    std::memcpy(socket_name.sun_path + 1, path.data(), path.size());
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + path.size());
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&socket_name); }
};

int new_socket() {
  const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0) throw system_error("socket");
  return made;
}

/// The socket, or -1 if no process listens yet.
int try_to_connect(const Address& address) {
  const int made = new_socket();
  if (::connect(made, address.get(), address.length) == 0) return made;
  const int why = errno;
  ::close(made);
  errno = why;
  if (why != ECONNREFUSED && why != EAGAIN) throw system_error("connect");
  return -1;
}

void sleep_a_little() { ::poll(nullptr, 0, 5); }

}  // namespace

std::string ranks_text(const std::vector<int>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i != 0) text += i + 1 == ranks.size() ? " and " : ", ";
    text += std::to_string(ranks[i]);
  }
  return text;
}

Mesh::Mesh(const std::string& name, int rank, int ranks)
    : name_(name), rank_(rank), peers_(static_cast<std::size_t>(ranks)) {
  const int listener = new_socket();
  try {
    const Address own(name, rank);
    if (::bind(listener, own.get(), own.length) != 0) {
      if (errno != EADDRINUSE) throw system_error("bind");
      throw Failed(ncclInvalidUsage, "rank " + std::to_string(rank) + " is there twice");
    }
    if (::listen(listener, ranks) != 0) throw system_error("listen");
    meet(listener);
  } catch (...) {
    ::close(listener);
    for (const Peer& each : peers_)
      if (each.socket >= 0) ::close(each.socket);
    throw;
  }
  ::close(listener);
}

Mesh::~Mesh() { close(Call::left); }

/// Connects to the lower ranks, and accepts connections of the higher ones.
void Mesh::meet(int listener) {
  const auto deadline = deadline_from_now();
  for (;;) {
    std::vector<int> missing;
    for (int peer = 0; peer < ranks(); ++peer)
      if (peer != rank_ && peers_[static_cast<std::size_t>(peer)].socket < 0) missing.push_back(peer);
    if (missing.empty()) return;
    if (Clock::now() > deadline)
      throw Failed(ncclRemoteError, "rank " + std::to_string(rank_) + " has waited for " +
                                        ranks_text(missing) + timeout_text() +
                                        "; a simulated communicator is of processes of one host");
    for (const int peer : missing) {
      if (peer > rank_) continue;
      const int connected = try_to_connect({name_, peer});
      if (connected >= 0) greet(connected);
    }
    const int accepted = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (accepted >= 0)
      greet(accepted);
    else
      sleep_a_little();
  }
}

/// Exchanges greetings over a new connection, which then belongs to a peer.
void Mesh::greet(int socket) {
  const Greeting own{rank_, ranks()};
  Greeting other{};
  const auto deadline = deadline_from_now();
  bool greeted = ::send(socket, &own, sizeof own, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof own);
  while (greeted && Clock::now() < deadline) {
    pollfd readable{socket, POLLIN, 0};
    ::poll(&readable, 1, 100);
    const ssize_t got = ::recv(socket, &other, sizeof other, 0);
    if (got == static_cast<ssize_t>(sizeof other)) break;
    greeted = got < 0 && (errno == EAGAIN || errno == EINTR);
  }
  if (!greeted || other.ranks == 0) {
    ::close(socket);
    throw Failed(ncclRemoteError,
                 "rank " + std::to_string(rank_) + ": a rank has gone while all were meeting");
  }
  if (other.ranks != ranks()) {
    ::close(socket);
    throw Failed(ncclInvalidUsage, "rank " + std::to_string(other.rank) + " says that there are " +
                                       std::to_string(other.ranks) + " ranks, and rank " +
                                       std::to_string(rank_) + " that there are " + std::to_string(ranks()));
  }
  peers_[static_cast<std::size_t>(other.rank)].socket = socket;
}

void Mesh::post(int peer, Header header, const void* payload, std::size_t bytes) {
  header.bytes = bytes;
  const char* const begin = static_cast<const char*>(payload);
  Peer& to = peers_[static_cast<std::size_t>(peer)];
  if (peer == rank_) {
    to.arrived.push_back({header, std::vector<char>(begin, begin + bytes)});
    return;
  }
  std::vector<char> all(sizeof header + bytes);
  std::memcpy(all.data(), &header, sizeof header);
  if (bytes != 0) std::memcpy(all.data() + sizeof header, payload, bytes);
  to.out.push_back(std::move(all));
}

void Mesh::send_to(Peer& peer) {
  while (!peer.out.empty()) {
    const std::vector<char>& first = peer.out.front();
    const ssize_t sent =
        ::send(peer.socket, first.data() + peer.out_done, first.size() - peer.out_done, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno != EAGAIN && errno != EINTR)
        peer.out.clear();  // data sent before the peer ended can still be read
      return;
    }
    peer.out_done += static_cast<std::size_t>(sent);
    if (peer.out_done < first.size()) continue;
    peer.out.pop_front();
    peer.out_done = 0;
  }
}

void Mesh::read_from(Peer& peer) {
  for (;;) {
    Header& header = peer.frame.header;
    const bool in_header = peer.in_done < sizeof header;
    char* const to = in_header ? reinterpret_cast<char*>(&header) + peer.in_done
                               : peer.frame.payload.data() + (peer.in_done - sizeof header);
    const std::size_t wanted = (in_header ? sizeof header : sizeof header + header.bytes) - peer.in_done;
    const ssize_t got = ::recv(peer.socket, to, wanted, 0);
    if (got <= 0) {
      peer.ended = got == 0 || (errno != EAGAIN && errno != EINTR);
      return;
    }
    peer.in_done += static_cast<std::size_t>(got);
    if (peer.in_done == sizeof header) peer.frame.payload.resize(header.bytes);
    if (peer.in_done < sizeof header || peer.in_done < sizeof header + header.bytes) continue;
    peer.arrived.push_back(std::move(peer.frame));
    peer.frame = {};
    peer.in_done = 0;
  }
}

void Mesh::progress(int milliseconds) {
  std::vector<pollfd> watched;
  std::vector<Peer*> whose;
  for (Peer& peer : peers_) {
    if (peer.socket < 0 || peer.ended) continue;
    watched.push_back({peer.socket, static_cast<short>(peer.out.empty() ? POLLIN : POLLIN | POLLOUT), 0});
    whose.push_back(&peer);
  }
  if (::poll(watched.data(), watched.size(), milliseconds) <= 0) return;
  for (std::size_t i = 0; i < watched.size(); ++i) {
    if ((watched[i].revents & POLLOUT) != 0) send_to(*whose[i]);
    if ((watched[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) read_from(*whose[i]);
  }
}

bool Mesh::all_sent() const {
  return std::all_of(peers_.begin(), peers_.end(),
                     [](const Peer& each) { return each.out.empty() || each.ended; });
}

/// Whether a rank has given up, or one that this call waits for has ended.
void Mesh::look_for_trouble(const std::vector<int>& missing, const char* what) {
  for (int peer = 0; peer < ranks(); ++peer)
    for (const Frame& each : arrived(peer))
      if (each.header.call == Call::gave_up)
        throw Failed(ncclRemoteError, "rank " + std::to_string(peer) + " gave up: " +
                                          std::string(each.payload.begin(), each.payload.end()));
  for (const int peer : missing) {
    const Peer& waited_for = peers_[static_cast<std::size_t>(peer)];
    const std::string who = "rank " + std::to_string(peer);
    if (!waited_for.arrived.empty() && waited_for.arrived.back().header.call == Call::left)
      throw Failed(ncclRemoteError, who + " has left the communicator, and rank " + std::to_string(rank_) +
                                        " waits for it in " + what);
    if (waited_for.ended)
      throw Failed(ncclRemoteError, "the process of " + who + " has ended, and rank " +
                                        std::to_string(rank_) + " waits for it in " + what);
  }
}

void Mesh::wait(const char* what, const std::function<std::vector<int>()>& missing) {
  const auto deadline = deadline_from_now();
  for (;;) {
    const std::vector<int> waited_for = missing();
    if (waited_for.empty() && all_sent()) return;
    look_for_trouble(waited_for, what);
    if (Clock::now() > deadline)
      throw Failed(ncclRemoteError, "rank " + std::to_string(rank_) + " has waited in " + what +
                                        (waited_for.empty() ? " for others to take what it sends"
                                                            : " for " + ranks_text(waited_for)) +
                                        timeout_text());
    progress(100);
  }
}

void Mesh::close(Call why, const std::string& text) {
  const auto deadline = Clock::now() + std::chrono::seconds(1);
  for (int peer = 0; peer < ranks(); ++peer)
    if (peers_[static_cast<std::size_t>(peer)].socket >= 0) post(peer, {why}, text.data(), text.size());
  while (!all_sent() && Clock::now() < deadline) progress(10);
  for (Peer& each : peers_) {
    if (each.socket >= 0) ::close(each.socket);
    each.socket = -1;
    each.out.clear();
  }
}

}  // namespace cudasim::nccl
