#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tutorial/ranks.hpp"

namespace tutorial {

/// A socket that listens on this address. Port 0: any free one; `port` becomes its number.
/// @throws std::runtime_error
int listen_at(const std::string& host, int& port);

/// The connections between rank 0 and all others.
struct Ranks::Line {
 public:
  /// Where rank 0 listens.
  struct Meeting {
    std::string host;
    int port;
    int listener;  ///< of rank 0, open already; else -1
    std::chrono::seconds patience;
  };

  /// Meets all other ranks. @throws std::runtime_error which names who is missing
  Line(const RankPlace& place, const Meeting& meeting, const std::string& program);
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  /// @throws std::runtime_error where a rank has ended
  std::vector<std::string> say(const std::string& own);
  /// The same, after which a rank may go without the others' ending.
  std::vector<std::string> say_last(const std::string& own);

 private:
  void gather(const Meeting& meeting);
  void connect_to_first(const Meeting& meeting);
  void accept_one(int connection);
  void watch();

  RankPlace place_;
  std::string program_;
  std::vector<int> connections_;  ///< rank 0's: to each rank, -1 to itself; else one, to rank 0
  int stop_[2] = {-1, -1};        ///< a pipe that ends the watch
  std::atomic<bool> leaving_{false};
  std::thread watch_;
};

}  // namespace tutorial
