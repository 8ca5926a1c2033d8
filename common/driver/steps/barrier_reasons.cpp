#include "driver/steps/barrier_reasons.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "driver/steps/step_bytes.hpp"

namespace tutorial::driver {
namespace {

using Json = nlohmann::json;

struct Toucher {
  std::size_t step = 0;
  unsigned warp = 0;
  unsigned lane = 0;
  bool is_atomic = false;
};

bool same_thread(const Toucher& a, const Toucher& b) { return a.warp == b.warp && a.lane == b.lane; }

/// A word of 4 bytes: its array, and its number there.
using Word = std::pair<int, std::int64_t>;

/// What the steps before a barrier did with a word. Of readers two are kept, of different warps or else lanes: one of them is not the writer.
struct Uses {
  std::vector<Toucher> writer;
  std::vector<Toucher> readers;
};

enum class Order { none, load_after_store, store_after_load, store_after_store };

/// Two accesses to a word, the first before the barrier and the second after it.
struct Dependence {
  Order order = Order::none;
  Toucher before;
  Toucher after;
  Word word;

  bool crosses_warps() const { return before.warp != after.warp; }
};

bool is_better(const Dependence& a, const Dependence& b) {
  if (a.order == Order::none || b.order == Order::none) return a.order != Order::none;
  if (a.crosses_warps() != b.crosses_warps()) return a.crosses_warps();
  return a.order < b.order;
}

/// Calls function(word, toucher) for each word that each lane of a step accesses.
template <class Function>
void for_words(const Json& step, std::size_t index, Function function) {
  if (!step.contains("at") || step["array"] < 0) return;
  const bool is_atomic = step["kind"] == "atomic";
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!takes_part(step, step["warp"], lane)) continue;
    const Bytes bytes = bytes_of(step, lane);
    for (std::int64_t word = bytes.begin / 4; word * 4 < bytes.end; ++word)
      function(Word{bytes.array, word}, Toucher{index, step["warp"].get<unsigned>(), lane, is_atomic});
  }
}

void note_reader(std::vector<Toucher>& readers, const Toucher& reader) {
  const bool is_other = readers.empty() || (readers.size() == 1 && !same_thread(readers[0], reader));
  if (is_other)
    readers.push_back(reader);
  else if (readers.size() == 2 && readers[0].warp == readers[1].warp && reader.warp != readers[0].warp)
    readers[1] = reader;
}

/// Of the accesses of a word before the barrier, the one that an access after it depends on most.
Dependence dependence_on(const Uses& before, const Toucher& after, bool loads, const Word& word) {
  Dependence best;
  const auto consider = [&](Order order, const std::vector<Toucher>& touchers) {
    for (const Toucher& toucher : touchers) {
      const Dependence each{order, toucher, after, word};
      const bool needs_no_order = toucher.is_atomic && after.is_atomic;
      if (!same_thread(toucher, after) && !needs_no_order && is_better(each, best)) best = each;
    }
  };
  consider(loads ? Order::load_after_store : Order::store_after_store, before.writer);
  if (!loads) consider(Order::store_after_load, before.readers);
  return best;
}

/// What the barrier at `at` keeps in order; `from` and `to`: the steps after the barrier before, and those up to the one after.
Dependence dependence_across(const Json& steps, std::size_t from, std::size_t at, std::size_t to) {
  std::map<Word, Uses> before;
  for (std::size_t i = from; i < at; ++i)
    for_words(steps[i], i, [&](const Word& word, const Toucher& toucher) {
      if (steps[i]["kind"] == "load")
        note_reader(before[word].readers, toucher);
      else
        before[word].writer = {toucher};
    });
  Dependence best;
  std::map<Word, bool> stored_after;
  for (std::size_t i = at + 1; i < to; ++i) {
    const bool loads = steps[i]["kind"] == "load";
    for_words(steps[i], i, [&](const Word& word, const Toucher& toucher) {
      const auto known = before.find(word);
      if (known == before.end() || (loads && stored_after.contains(word))) return;
      const Dependence each = dependence_on(known->second, toucher, loads, word);
      if (is_better(each, best)) best = each;
      if (!loads) stored_after[word] = true;
    });
  }
  return best;
}

/// Whether a word has a value before `step`: of global memory the host may have written it.
bool has_value_before(const Json& launch, const Word& word, std::size_t step) {
  if (launch["arrays"][static_cast<std::size_t>(word.first)]["space"] != "shared") return true;
  bool is_written = false;
  for (std::size_t i = 0; i < step && !is_written; ++i)
    if (launch["steps"][i]["kind"] != "load")
      for_words(launch["steps"][i], i, [&](const Word& each, const Toucher&) { is_written |= each == word; });
  return is_written;
}

std::string reason(const Json& launch, const Dependence& dependence) {
  if (dependence.order == Order::none)
    return " In this run nothing depends on it: until the next barrier, no thread uses what another one has "
           "accessed since the barrier before.";
  const Json& array = launch["arrays"][static_cast<std::size_t>(dependence.word.first)];
  const std::string what =
      fmt::format("word {} of {}", dependence.word.second, array["name"].get<std::string>());
  const std::size_t first = dependence.before.step + 1;
  const std::size_t second = dependence.after.step + 1;
  const unsigned early = dependence.after.warp;
  const unsigned late = dependence.before.warp;
  if (!dependence.crosses_warps())
    return fmt::format(
        " After it, threads use only what threads of their own warp have accessed, such as {} (steps {} and "
        "{}): here __syncwarp, a barrier for the lanes of one warp, would be enough.",
        what, first, second);
  switch (dependence.order) {
    case Order::load_after_store:
      return fmt::format(
          " Without it: warp {0} loads {2} in step {4}, and warp {1} stores it in step {3}. If warp {1} is "
          "late, warp {0} loads {5}.",
          early, late, what, first, second,
          has_value_before(launch, dependence.word, dependence.before.step)
              ? "an old value"
              : "a word that has never been written");
    case Order::store_after_load:
      return fmt::format(
          " Without it: warp {0} stores to {2} in step {4}, and warp {1} loads it in step {3}. If warp {1} "
          "is late, it loads the new value instead of the old one.",
          early, late, what, first, second);
    default:
      return fmt::format(
          " Without it: warp {0} stores to {2} in step {4}, and warp {1} in step {3}. If warp {1} is late, "
          "its old value replaces the new one.",
          early, late, what, first, second);
  }
}

}  // namespace

void add_barrier_reasons(Json& launch) {
  Json& steps = launch["steps"];
  const auto is_barrier = [&](std::size_t i) { return steps[i]["kind"] == "barrier"; };
  std::size_t from = 0;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (!is_barrier(at)) continue;
    std::size_t to = at + 1;
    while (to < steps.size() && !is_barrier(to)) ++to;
    // The other blocks of a cluster are recorded apart.
    const bool is_of_cluster = steps[at].value("what", "").starts_with("cluster");
    const Dependence found = is_of_cluster ? Dependence{} : dependence_across(steps, from, at, to);
    const bool may_go_on = to == steps.size() && launch["cut"];
    if (found.order != Order::none || (!is_of_cluster && !may_go_on)) {
      steps[at]["text"] = steps[at]["text"].get<std::string>() + reason(launch, found);
      if (found.crosses_warps()) steps[at]["orders"] = {found.before.step, found.after.step};
    }
    from = at + 1;
  }
}

}  // namespace tutorial::driver
