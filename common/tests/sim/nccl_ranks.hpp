// Processes that are NCCL's ranks, for tests: forked before the first call of CUDA.
#pragma once

#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <vector>

/// Runs `body` for each rank in a process of its own, with an id that all share; what it returns is the process's exit code. Returns
/// the exit codes; 128 + n after signal n.
inline std::vector<int> run_ranks(int ranks, const std::function<int(int rank, const ncclUniqueId&)>& body) {
  ncclUniqueId id;
  if (ncclGetUniqueId(&id) != ncclSuccess) return {};
  std::vector<pid_t> children;
  for (int rank = 0; rank < ranks; ++rank) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(body(rank, id));
    children.push_back(child);
  }
  std::vector<int> codes;
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    codes.push_back(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  }
  return codes;
}
