#include "sim/lens/count/reuse.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/runtime/device_heap.hpp"

namespace cudasim::lens {
namespace {

constexpr std::uint64_t sectors_a_line = 4;
constexpr std::uint64_t sectors_a_pair = 2;
constexpr std::uint64_t sectors_a_page = 32;
constexpr std::uint64_t begins_request = std::uint64_t{1} << 63;
constexpr std::size_t most_kept = 1 << 12;  // sectors of a warp, in order; the counts go on

/// Lines by the time of their last use: how many different ones were used since.
class LastUses {
 public:
  explicit LastUses(std::size_t times) : tree_(times + 1) {}

  /// Lines other than this one that were used after its last use.
  std::uint64_t since(std::uint64_t line, std::size_t now) const {
    return before(now) - before(last_.at(line) + 1);
  }
  bool knows(std::uint64_t line) const { return last_.count(line) != 0; }
  void use(std::uint64_t line, std::size_t now) {
    if (const auto found = last_.find(line); found != last_.end()) change(found->second, -1);
    last_[line] = now;
    change(now, 1);
  }

 private:
  void change(std::size_t time, int by) {
    for (std::size_t i = time + 1; i < tree_.size(); i += i & (~i + 1)) tree_[i] += by;
  }
  std::uint64_t before(std::size_t time) const {
    std::int64_t sum = 0;
    for (std::size_t i = time; i > 0; i -= i & (~i + 1)) sum += tree_[i];
    return static_cast<std::uint64_t>(sum);
  }

  std::vector<std::int64_t> tree_;
  std::unordered_map<std::uint64_t, std::size_t> last_;
};

void count_again(ReuseCounts& counts, std::uint64_t lines) {
  std::size_t power = 0;
  while ((lines >> (power + 1)) != 0) ++power;
  if (counts.again.size() <= power) counts.again.resize(power + 1);
  ++counts.again[power];
}

/// Requests for a sector that only this block reads: they wait for device memory, if the sectors are not in L2 from an earlier launch.
void count_requests(const BlockTouches& block, const std::unordered_map<std::uint64_t, unsigned>& readers,
                    ReuseCounts& counts) {
  for (const auto& sectors : block.of_warp) {
    bool is_own = false;
    for (const std::uint64_t sector : sectors) {
      if ((sector & begins_request) != 0) {
        ++counts.requests;
        is_own = false;
      }
      if (is_own || readers.at(sector & ~begins_request) > 1) continue;
      is_own = true;
      ++counts.own_requests;
    }
  }
}

/// Replays the block's loads, a request of each warp in turn.
void replay(const BlockTouches& block, ReuseCounts& counts) {
  std::size_t all = 0;
  for (const auto& sectors : block.of_warp) all += sectors.size();
  LastUses uses(all);
  std::unordered_map<std::uint64_t, bool> seen;
  std::vector<std::size_t> next(block.of_warp.size(), 0);
  std::size_t now = 0;
  while (now < all) {
    for (std::size_t warp = 0; warp < next.size(); ++warp) {
      const auto& sectors = block.of_warp[warp];
      for (std::size_t i = next[warp]; i < sectors.size(); ++i) {
        if (i > next[warp] && (sectors[i] & begins_request) != 0) {
          next[warp] = i;
          break;
        }
        const std::uint64_t sector = sectors[i] & ~begins_request, line = sector / sectors_a_line;
        ++counts.loads;
        if (!std::exchange(seen[sector], true))
          ++counts.first;
        else
          count_again(counts, uses.since(line, now));
        uses.use(line, now++);
        if (i + 1 == sectors.size()) next[warp] = i + 1;
      }
    }
  }
}

struct ArrayOf {
  std::map<const void*, ReuseCounts::Array>& arrays;

  ReuseCounts::Array& operator()(std::uint64_t sector) const {
    const auto* address = reinterpret_cast<const char*>(sector * sector_bytes);
    const auto allocation = DeviceHeap::instance().find(address);
    const void* begin = allocation ? allocation->begin : nullptr;
    ReuseCounts::Array& array = arrays[begin];
    if (allocation) array.bytes = allocation->bytes;
    return array;
  }
};

struct Written {
  std::uint32_t bytes = 0;  ///< a bit for each
  unsigned blocks = 0;
};

/// Device memory reads the other bytes of such a sector before it writes the sector. Blocks that write neighboring sectors are taken to
/// complete it in L2.
void count_partly_written(const std::unordered_map<std::uint64_t, Written>& written,
                          const ArrayOf& array_of) {
  constexpr std::uint32_t whole = ~std::uint32_t{0};
  for (const auto& [sector, of] : written)
    if (of.bytes != whole && of.blocks == 1 && written.count(sector - 1) == 0 &&
        written.count(sector + 1) == 0)
      ++array_of(sector).written_partly;
}

void count_arrays(const std::vector<BlockTouches>& blocks, ReuseCounts& counts) {
  std::map<const void*, ReuseCounts::Array> arrays;
  const ArrayOf array_of{arrays};
  std::unordered_map<std::uint64_t, bool> read, pairs, lines;
  std::unordered_map<std::uint64_t, Written> written;
  for (const BlockTouches& block : blocks) {
    const auto before = std::find_if(blocks.begin(), blocks.end(), [&](const BlockTouches& other) {
      return other.block + 1 == block.block;
    });
    std::unordered_map<std::uint64_t, bool> read_pages, read_lines, written_pages;
    for (const auto& [sector, times] : block.read) {
      ReuseCounts::Array& array = array_of(sector);
      ++array.read_by_blocks;
      array.read += !std::exchange(read[sector], true);
      array.read_pairs += !std::exchange(pairs[sector / sectors_a_pair], true);
      array.pages += !std::exchange(read_pages[sector / sectors_a_page], true);
      array.read_lines += !std::exchange(lines[sector / sectors_a_line], true);
      array.read_lines_by_blocks += !std::exchange(read_lines[sector / sectors_a_line], true);
      array.shared_by_neighbours += before != blocks.end() && before->read.count(sector) != 0;
    }
    for (const auto& [sector, bytes] : block.written) {
      ReuseCounts::Array& array = array_of(sector);
      ++array.written_by_blocks;
      Written& of = written[sector];
      array.written += of.blocks++ == 0;
      of.bytes |= bytes;
      array.pages += !std::exchange(written_pages[sector / sectors_a_page], true);
    }
  }
  count_partly_written(written, array_of);
  for (auto& [begin, array] : arrays) {
    if (begin == nullptr) array.bytes = (array.read + array.written) * sector_bytes;
    counts.arrays.push_back(array);
  }
}

void count_atomics(const std::vector<BlockTouches>& blocks, ReuseCounts& counts) {
  std::unordered_map<const void*, bool> scattered;
  for (const BlockTouches& block : blocks)
    for (const auto& [instruction, use] : block.atomics) scattered[instruction] |= !use.joins;
  struct Use {
    std::uint64_t times = 0;
    unsigned blocks = 0;
    bool integers = true;
  };
  std::unordered_map<std::uint64_t, Use> of_address;
  for (const BlockTouches& block : blocks) {
    std::unordered_map<std::uint64_t, std::uint64_t> of_block;
    for (const auto& [instruction, use] : block.atomics) {
      for (const auto& [address, operations] : use.of_address) {
        of_block[address] += scattered[instruction] ? operations.lanes : operations.warps;
        Use& all = of_address[address];
        all.integers = all.integers && use.integers;
      }
    }
    for (const auto& [address, times] : of_block) {
      of_address[address].times += times;
      ++of_address[address].blocks;
    }
  }
  for (const auto& [address, use] : of_address) {
    if (use.times < counts.hottest_atomics || (use.times == counts.hottest_atomics && use.blocks < 2))
      continue;
    counts.hottest_atomics = use.times;
    counts.hottest_is_common = use.blocks > 1;
    counts.hottest_are_integers = use.integers;
  }
}

/// Blocks come in pairs of neighbors, which do alike: each half gets every second pair. One that has no equal in the other half is left out.
void count_halves(const std::vector<BlockTouches>& blocks, ReuseCounts& counts) {
  std::map<std::uint64_t, std::uint64_t> lines_of;
  for (const BlockTouches& block : blocks) lines_of[block.block] = block.load_lines + block.store_lines;
  std::size_t place = 0;
  for (const auto& [block, lines] : lines_of)
    if (place < lines_of.size() / 4 * 4) counts.of_halves[place++ / 2 % 2] += lines;
}

/// The bytes of a sector that are in [begin, end), a bit for each.
std::uint32_t bytes_of(std::uint64_t sector, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t first = std::max(begin, sector * sector_bytes) % sector_bytes;
  const std::uint64_t count =
      std::min(end, (sector + 1) * sector_bytes) - std::max(begin, sector * sector_bytes);
  return static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << first);
}

}  // namespace

void BlockTouches::begin(std::uint64_t of) {
  *this = {};
  block = of;
}

void BlockTouches::add_atomic(const Request& request, const std::uintptr_t (&address)[32]) {
  AtomicUse& use = atomics[request.pc];
  std::uint64_t only = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((request.lanes >> lane & 1) == 0) continue;
    AtomicUse::Counts& counts = use.of_address[address[lane]];
    counts.warps += address[lane] != only;
    ++counts.lanes;
    use.joins = use.joins && (only == 0 || address[lane] == only);
    only = address[lane];
  }
  use.integers = use.integers && request.joining != Joining::none;
  use.joins = use.joins && use.integers;
}

void BlockTouches::add(unsigned warp, const Request& request, const WarpRequests& of) {
  if (request.space != Space::global) return;
  std::uintptr_t address[32];
  of.fill(request, address);
  if (request.op == Op::atomic) add_atomic(request, address);
  std::uint64_t sectors[32 * 5];
  std::size_t count = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((request.lanes >> lane & 1) == 0) continue;
    const std::uint64_t end = address[lane] + std::min(request.bytes, 64u);
    for (std::uint64_t sector = address[lane] / sector_bytes; sector * sector_bytes < end; ++sector) {
      if (request.op != Op::load) written[sector] |= bytes_of(sector, address[lane], end);
      if (std::find(sectors, sectors + count, sector) == sectors + count) sectors[count++] = sector;
    }
  }
  std::sort(sectors, sectors + count);
  std::uint64_t lines = 0;
  for (std::size_t i = 0; i < count; ++i)
    lines += i == 0 || sectors[i] / sectors_a_line != sectors[i - 1] / sectors_a_line;
  if (request.op != Op::load) {
    store_lines += lines;
    return;
  }
  load_lines += lines;
  if (of_warp.size() <= warp) of_warp.resize(warp + 1);
  const bool keeps = of_warp[warp].size() < most_kept;
  for (std::size_t i = 0; i < count; ++i) {
    ++read[sectors[i]];
    if (keeps) of_warp[warp].push_back(sectors[i] | (i == 0 ? begins_request : 0));
  }
}

ReuseCounts reuse_of(const std::vector<BlockTouches>& blocks) {
  ReuseCounts counts;
  counts.blocks = blocks.size();
  for (const BlockTouches& block : blocks) {
    counts.load_lines += block.load_lines;
    counts.store_lines += block.store_lines;
    replay(block, counts);
  }
  std::unordered_map<std::uint64_t, unsigned> readers;
  for (const BlockTouches& block : blocks)
    for (const auto& [sector, times] : block.read) ++readers[sector];
  for (const BlockTouches& block : blocks) count_requests(block, readers, counts);
  count_halves(blocks, counts);
  count_arrays(blocks, counts);
  count_atomics(blocks, counts);
  return counts;
}

std::string json(const ReuseCounts& reuse) {
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  std::string again, arrays;
  for (const std::uint64_t count : reuse.again) again += (again.empty() ? "" : ", ") + number(count);
  for (const ReuseCounts::Array& array : reuse.arrays) {
    arrays += (arrays.empty() ? "" : ", ") + ("{\"bytes\": " + number(array.bytes)) +
              ", \"read\": " + number(array.read) + ", \"read_pairs\": " + number(array.read_pairs) +
              ", \"read_by_blocks\": " + number(array.read_by_blocks) +
              ", \"shared_by_neighbours\": " + number(array.shared_by_neighbours) +
              ", \"written\": " + number(array.written) +
              ", \"written_by_blocks\": " + number(array.written_by_blocks) +
              ", \"pages\": " + number(array.pages) + ", \"read_lines\": " + number(array.read_lines) +
              ", \"read_lines_by_blocks\": " + number(array.read_lines_by_blocks) +
              ", \"written_partly\": " + number(array.written_partly) + "}";
  }
  return "{\"blocks\": " + number(reuse.blocks) + ", \"loads\": " + number(reuse.loads) +
         ", \"first\": " + number(reuse.first) + ", \"requests\": " + number(reuse.requests) +
         ", \"own_requests\": " + number(reuse.own_requests) + ", \"again\": [" + again +
         "], \"load_lines\": " + number(reuse.load_lines) +
         ", \"store_lines\": " + number(reuse.store_lines) + ", \"of_halves\": [" +
         number(reuse.of_halves[0]) + ", " + number(reuse.of_halves[1]) + "]" +
         ", \"hottest_atomics\": " + number(reuse.hottest_atomics) +
         ", \"hottest_is_common\": " + (reuse.hottest_is_common ? "true" : "false") +
         ", \"hottest_are_integers\": " + (reuse.hottest_are_integers ? "true" : "false") +
         ", \"arrays\": [" + arrays + "]}";
}

}  // namespace cudasim::lens
