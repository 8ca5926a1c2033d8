#include "sim/lens/shared_loads.hpp"

#include <cstring>
#include <unordered_map>
#include <vector>

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/spaces.hpp"
#include "sim/lens/guest.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {

SharedLoads shared_loads = SharedLoads::ignored;

namespace {

constexpr std::size_t bytes_of_word = 4;
/// A program with more loads is not one of an exercise's counted cases.
constexpr std::size_t most_loads = std::size_t{1} << 22;
constexpr unsigned bits_of_place = 32;

/// In the order in which a thread loads the word, however the threads take turns.
struct Load {
  std::uint64_t where;  ///< the thread, and the word in its block's shared memory
  std::uint64_t value;
};

struct Loads {
  std::vector<Load> recorded;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> given;
  std::unordered_map<std::uint64_t, std::size_t> taken;  ///< how many of those
  std::unordered_map<const char*, std::uint32_t> stored_by;
  struct Word {
    char* at;
    std::uint32_t value;
  };
  std::vector<Word> replaced;  ///< with what they held, until the load is done
};
Loads& all_loads() {
  static auto& made = *new Loads;
  return made;
}

/// The load is done.
void put_back() {
  for (const Loads::Word& each : all_loads().replaced) std::memcpy(each.at, &each.value, bytes_of_word);
  all_loads().replaced.clear();
}

void store(char* at, std::uint32_t thread) {
  Loads& all = all_loads();
  std::erase_if(all.replaced, [at](const Loads::Word& each) { return each.at == at; });
  all.stored_by[at] = thread;
}

void load(char* at, std::uint32_t thread) {
  Loads& all = all_loads();
  const auto stored_by = all.stored_by.find(at);
  if (stored_by != all.stored_by.end() && stored_by->second == thread) return;
  std::uint32_t value;
  std::memcpy(&value, at, bytes_of_word);
  const auto place = static_cast<std::uint32_t>(at - this_worker->block->arena);
  const std::uint64_t where = std::uint64_t{thread} << bits_of_place | place;
  if (shared_loads == SharedLoads::recorded) {
    if (all.recorded.size() < most_loads) all.recorded.push_back({where, value});
    return;
  }
  const auto given = all.given.find(where);
  if (given == all.given.end()) return;
  std::size_t& taken = all.taken[where];
  if (taken == given->second.size()) return;
  all.replaced.push_back({at, value});
  std::memcpy(at, &given->second[taken++], bytes_of_word);
}

}  // namespace

void record_shared_loads() { shared_loads = SharedLoads::recorded; }

std::string recorded_shared_loads() {
  const std::vector<Load>& all = all_loads().recorded;
  return {reinterpret_cast<const char*>(all.data()), all.size() * sizeof(Load)};
}

void replace_shared_loads(std::string_view recorded) {
  shared_loads = SharedLoads::replaced;
  for (; recorded.size() >= sizeof(Load); recorded.remove_prefix(sizeof(Load))) {
    Load each;
    std::memcpy(&each, recorded.data(), sizeof each);
    all_loads().given[each.where].push_back(static_cast<std::uint32_t>(each.value));
  }
}

void shared_loads_accessed(const void* address, std::size_t bytes, Op op) {
  if (current.mode != Mode::watched) return;
  const Unwatched own_code;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  char* const begin = reinterpret_cast<char*>(number / bytes_of_word * bytes_of_word);
  char* const end =
      reinterpret_cast<char*>((number + bytes + bytes_of_word - 1) / bytes_of_word * bytes_of_word);
  // A copy by the library loads and stores at once: what it loads stays replaced.
  if (op != Op::store) put_back();
  if (space_of(number) != Space::shared) return;
  const std::uint32_t thread = number_of_thread();
  for (char* at = begin; at != end; at += bytes_of_word)
    if (op == Op::load)
      load(at, thread);
    else
      store(at, thread);
}

}  // namespace cudasim::lens
