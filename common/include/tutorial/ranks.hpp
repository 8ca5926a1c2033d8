#pragma once

/// @file
/// One program as several processes (ranks), with one GPU each. Only for such programs, so tutorial.hpp does not include it.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutorial/program.hpp"

namespace tutorial {

/// This process's rank among all.
struct RankPlace {
  int rank = 0;          ///< from 0
  int ranks = 1;         ///< number of ranks
  int local_rank = 0;    ///< from 0, among those of this host: the GPU's number
  bool one_host = true;  ///< whether all ranks are on this host
};

/// Reads the environment of Open MPI, Slurm, MPICH or torchrun; a single rank if there is none of them.
/// @throws UsageError if the environment is incomplete or contradicts itself
RankPlace place_from_environment();

/// The ranks of a program, each a process: started by `mpirun`, by `srun`, or by the program itself with `--ranks N`.
///
/// They need not be linked with MPI. Rank 0 listens at the address in `--rendezvous`, and the others connect. These
/// connections carry NCCL's unique id, shared decisions, and the message that a rank has ended: then all end,
/// with a message. Rank 0 alone prints the table. Each row is timed the same number of times on every rank, since a run is over
/// only when all have taken part.
///
///     tutorial::Program program;
///     tutorial::Ranks ranks(program);
///     return ranks.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, ranks); });
class Ranks {
 public:
  /// Adds `--ranks`, `--rendezvous` and `--patience`.
  /// @param program  the program that gets the options
  explicit Ranks(Program& program);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Program::run, on each rank. Call it before any CUDA function.
  template <typename First, typename... Rest, typename Body>
  int run(int argc, char** argv, Body&& body) {
    return run_on_each(argc, argv, [&](int count, char** words) {
      return program_.run<First, Rest...>(count, words, [&](auto zero) { take_part([&] { body(zero); }); });
    });
  }

  /// This process's rank.
  int rank() const { return place_.rank; }
  /// Number of ranks.
  int size() const { return place_.ranks; }
  /// The texts of all ranks, by rank. All must call this and the next three functions equally often, in the same order.
  std::vector<std::string> say(const std::string& own);
  /// Overwrites the bytes with those of rank 0.
  void broadcast(void* data, std::size_t bytes);
  /// The verdict of the first rank that finds an error, otherwise this rank's own.
  Verdict agreed(const Verdict& own);

 private:
  int run_on_each(int argc, char** argv, const std::function<int(int, char**)>& run);
  int run_as_rank(std::vector<std::string> words, const std::function<int(int, char**)>& run);
  int fork_all(int count, const std::function<int()>& run);
  int look_after(std::vector<pid_t> children) const;
  bool lacks_a_device() const;
  void take_part(const std::function<void()>& body);
  void require_same_arguments();

  struct Line;
  Program& program_;
  std::int64_t wanted_ = 0;
  std::int64_t patience_ = 0;
  std::string rendezvous_;
  std::string name_;       ///< of the program, for messages
  std::string arguments_;  ///< must be the same on all ranks
  RankPlace place_;
  int listener_ = -1;  ///< of rank 0, if the program started the ranks itself
  Line* line_ = nullptr;
  bool unfinished_ = false;  ///< the body has started and not returned
};

/// A rank's share of n elements: as even as possible; the first ranks get one more.
struct RankShare {
  std::int64_t first;  ///< number of its first element
  std::int64_t count;  ///< may be 0
};

/// @param n      number of elements of all ranks
/// @param rank   the rank whose share is returned
/// @param ranks  number of ranks
constexpr RankShare share_of(std::int64_t n, int rank, int ranks) {
  const std::int64_t rest = n % ranks;
  return {n / ranks * rank + (rank < rest ? rank : rest), n / ranks + (rank < rest ? 1 : 0)};
}

}  // namespace tutorial
