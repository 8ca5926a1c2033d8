#include "tutorial/parallel.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace tutorial {

int part_count(std::int64_t count, std::int64_t elements) {
  constexpr std::int64_t worth_a_thread = 1 << 18;  // elements: about a millisecond
  const auto cores = static_cast<std::int64_t>(std::max(1u, std::thread::hardware_concurrency()));
  // Divided, since the product may not fit.
  const std::int64_t items_worth_it =
      std::max<std::int64_t>(1, worth_a_thread / std::max<std::int64_t>(1, elements));
  return static_cast<int>(std::clamp<std::int64_t>(count / items_worth_it, 1, cores));
}

void in_parts(std::int64_t count, std::int64_t elements,
              const std::function<void(int part, std::int64_t begin, std::int64_t end)>& body) {
  const int parts = part_count(count, elements);
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(parts));
  const auto run = [&](int part) {
    try {
      const std::int64_t share = count / parts,
                         rest = count % parts;  // the first `rest` parts have one item more
      const std::int64_t begin = part * share + std::min<std::int64_t>(part, rest);
      body(part, begin, begin + share + (part < rest ? 1 : 0));
    } catch (...) {
      failures[static_cast<std::size_t>(part)] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (int part = 1; part < parts; ++part) threads.emplace_back(run, part);
  run(0);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tutorial
