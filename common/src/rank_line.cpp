#include "src/rank_line.hpp"

#include <errno.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace tutorial {
namespace {

using Clock = std::chrono::steady_clock;

/// What a rank says of itself when it connects, so that a stranger at the port is none.
struct RankGreeting {
  std::uint32_t magic = 0x6b6e6172;
  std::int32_t rank = 0;
  std::int32_t ranks = 0;
};

using Addresses = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

Addresses addresses_of(const std::string& host, int port, bool to_listen) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = to_listen ? AI_PASSIVE : 0;
  addrinfo* found = nullptr;
  const int error =
      getaddrinfo(host.empty() ? nullptr : host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) throw std::runtime_error(fmt::format("--rendezvous: {}: {}", host, gai_strerror(error)));
  return {found, freeaddrinfo};
}

std::string why() { return std::strerror(errno); }

void send_all(int to, const void* data, std::size_t bytes, int peer) {
  const char* next = static_cast<const char*>(data);
  while (bytes != 0) {
    const ssize_t sent = ::send(to, next, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) throw std::runtime_error(fmt::format("rank {} has ended", peer));
    next += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
}

void receive_all(int from, void* data, std::size_t bytes, int peer) {
  char* next = static_cast<char*>(data);
  while (bytes != 0) {
    const ssize_t got = ::recv(from, next, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw std::runtime_error(fmt::format("rank {} has ended", peer));
    next += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

void send_text(int to, const std::string& words, int peer) {
  const std::uint64_t bytes = words.size();
  send_all(to, &bytes, sizeof bytes, peer);
  send_all(to, words.data(), words.size(), peer);
}

std::string receive_text(int from, int peer) {
  std::uint64_t bytes = 0;
  receive_all(from, &bytes, sizeof bytes, peer);
  std::string words(bytes, ' ');
  receive_all(from, words.data(), bytes, peer);
  return words;
}

std::string missing_text(const std::vector<int>& connections) {
  std::string missing;
  for (std::size_t rank = 1; rank < connections.size(); ++rank)
    if (connections[rank] < 0) missing += (missing.empty() ? "" : ", ") + std::to_string(rank);
  return missing;
}

/// A greeting is a few bytes; who connects and does not say them is no rank of ours, and must not keep rank 0.
bool greet(int connection, const RankGreeting& own, RankGreeting& other) {
  const timeval limit{2, 0};
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  try {
    send_all(connection, &own, sizeof own, 0);
    receive_all(connection, &other, sizeof other, 0);
  } catch (const std::runtime_error&) {
    return false;
  }
  const timeval none{0, 0};
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
  return other.magic == own.magic;
}

}  // namespace

int listen_at(const std::string& host, int& port) {
  const Addresses addresses = addresses_of(host, port, true);
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  sockaddr_storage bound{};
  socklen_t length = sizeof bound;
  if (listener >= 0 && ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
      ::bind(listener, addresses->ai_addr, addresses->ai_addrlen) == 0 &&
      ::listen(listener, SOMAXCONN) == 0 &&
      ::getsockname(listener, reinterpret_cast<sockaddr*>(&bound), &length) == 0) {
    char digits[16];
    if (getnameinfo(reinterpret_cast<sockaddr*>(&bound), length, nullptr, 0, digits, sizeof digits,
                    NI_NUMERICSERV) == 0)
      port = std::stoi(digits);
    return listener;
  }
  const std::string reason = why();
  if (listener >= 0) ::close(listener);
  throw std::runtime_error(fmt::format("rank 0 cannot listen at port {}: {}", port, reason));
}

Ranks::Line::Line(const RankPlace& place, const Meeting& meeting, const std::string& program)
    : place_(place), program_(program) {
  if (place.rank == 0)
    gather(meeting);
  else
    connect_to_first(meeting);
  if (::pipe(stop_) != 0) throw std::runtime_error("no pipe for the watch over ranks: " + why());
  watch_ = std::thread([this] { watch(); });
}

Ranks::Line::~Line() {
  if (watch_.joinable()) {
    static_cast<void>(!::write(stop_[1], "", 1));
    watch_.join();
  }
  for (const int each : {stop_[0], stop_[1]})
    if (each >= 0) ::close(each);
  for (const int each : connections_)
    if (each >= 0) ::close(each);
}

void Ranks::Line::accept_one(int connection) {
  RankGreeting other;
  if (!greet(connection, {.rank = 0, .ranks = place_.ranks}, other)) {
    ::close(connection);
    return;
  }
  const bool fits = other.rank > 0 && other.rank < place_.ranks && other.ranks == place_.ranks;
  if (!fits || connections_[static_cast<std::size_t>(other.rank)] >= 0) {
    ::close(connection);
    throw std::runtime_error(
        fits ? fmt::format("rank {} is there twice", other.rank)
             : fmt::format("rank {} says that there are {} ranks, and rank 0 that there are {}", other.rank,
                           other.ranks, place_.ranks));
  }
  connections_[static_cast<std::size_t>(other.rank)] = connection;
}

void Ranks::Line::gather(const Meeting& meeting) {
  connections_.assign(static_cast<std::size_t>(place_.ranks), -1);
  int port = meeting.port;
  const bool elsewhere = !place_.one_host;
  const int listener =
      meeting.listener >= 0 ? meeting.listener : listen_at(elsewhere ? "" : meeting.host, port);
  const auto deadline = Clock::now() + meeting.patience;
  try {
    for (std::string missing = missing_text(connections_); !missing.empty();
         missing = missing_text(connections_)) {
      pollfd readable{listener, POLLIN, 0};
      if (::poll(&readable, 1, 100) > 0) {
        const int connection = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection >= 0) accept_one(connection);
      } else if (Clock::now() > deadline) {
        throw std::runtime_error(
            fmt::format("rank 0 has waited {} s at port {} for ranks {} of {}; they did not come",
                        meeting.patience.count(), port, missing, place_.ranks));
      }
    }
  } catch (...) {
    ::close(listener);
    for (const int each : connections_)
      if (each >= 0) ::close(each);
    throw;
  }
  ::close(listener);
}

void Ranks::Line::connect_to_first(const Meeting& meeting) {
  const Addresses addresses = addresses_of(meeting.host, meeting.port, false);
  const auto deadline = Clock::now() + meeting.patience;
  for (;;) {
    const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    RankGreeting first;
    if (connection >= 0 && ::connect(connection, addresses->ai_addr, addresses->ai_addrlen) == 0 &&
        greet(connection, {.rank = place_.rank, .ranks = place_.ranks}, first)) {
      connections_ = {connection};
      if (first.ranks == place_.ranks) return;
      ::close(connection);
      throw std::runtime_error(
          fmt::format("rank {} says that there are {} ranks, and rank 0 that there are {}", place_.rank,
                      place_.ranks, first.ranks));
    }
    if (connection >= 0) ::close(connection);
    if (Clock::now() > deadline)
      throw std::runtime_error(fmt::format("rank {} has waited {} s for rank 0 at {}:{}; it did not come",
                                           place_.rank, meeting.patience.count(), meeting.host,
                                           meeting.port));
    ::poll(nullptr, 0, 50);
  }
}

/// Each rank says its words to rank 0, which then says all of them to all.
std::vector<std::string> Ranks::Line::say(const std::string& own) {
  std::vector<std::string> all(static_cast<std::size_t>(place_.ranks));
  if (place_.rank != 0) {
    send_text(connections_[0], own, 0);
    for (std::string& each : all) each = receive_text(connections_[0], 0);
    return all;
  }
  all[0] = own;
  for (int rank = 1; rank < place_.ranks; ++rank)
    all[static_cast<std::size_t>(rank)] = receive_text(connections_[static_cast<std::size_t>(rank)], rank);
  for (int rank = 1; rank < place_.ranks; ++rank)
    for (const std::string& each : all) send_text(connections_[static_cast<std::size_t>(rank)], each, rank);
  return all;
}

std::vector<std::string> Ranks::Line::say_last(const std::string& own) {
  leaving_ = true;
  return say(own);
}

/// NCCL waits for ever for a rank that has ended. So the end of a connection ends the process: after a second, in which
/// it may come to a message of its own.
void Ranks::Line::watch() {
  std::vector<pollfd> watched{{stop_[0], POLLIN, 0}};
  std::vector<int> whose{-1};
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    if (connections_[i] < 0) continue;
    watched.push_back({connections_[i], POLLRDHUP, 0});
    whose.push_back(static_cast<int>(i));
  }
  while (::poll(watched.data(), watched.size(), -1) < 0) {
  }
  if (watched[0].revents != 0) return;
  for (std::size_t i = 1; i < watched.size(); ++i) {
    if (watched[i].revents == 0 || leaving_) continue;
    if (::poll(watched.data(), 1, 1000) > 0) return;
    std::fputs(
        fmt::format("{}: rank {} has ended, and rank {} ends with it\n", program_, whose[i], place_.rank)
            .c_str(),
        stderr);
    ::_exit(exit_wrong);
  }
}

}  // namespace tutorial
