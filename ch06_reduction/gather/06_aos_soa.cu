// aos_soa: an array of structures, or a structure of arrays?
//
// Before   The lanes of gather_elements read far apart because an index sends them there. Here the layout does that.
// Change   n records of 2 to 16 fields of 4 bytes, in two layouts:
//
//              AoS    x0 y0 x1 y1 x2 y2 x3 y3 ...        record i is together
//              SoA    x0 x1 x2 x3 ... | y0 y1 y2 y3 ...  field f is together
//
//          There are two passes: one reads field 0 of every record; one maps every field of every record. In the map,
//          AoS appears twice: copied field by field, and in accesses of 16 bytes (8 for two fields). The kernels differ
//          only in the type of an access.
//
// Expect   Reading one field, sectors per request: SoA 4. AoS of F fields: lanes are 4 F bytes apart, so 8 for 2
//          fields, 16 for 4, 32 from 8 on. The times should follow: 2, 4 and 8 times the SoA's, because every sector is
//          fetched for one of its fields, and the caches fill with the others. 16 fields touch no more sectors than 8,
//          but only every other one: if memory transfers 64 bytes at a time, the time should double again.
//
//          Mapping all fields uses every byte of every sector, so all layouts move the same bytes to and from
//          memory. But field by field, AoS makes F requests of up to 32 sectors where SoA makes F requests of 4. The
//          reads find the rest of a sector in the L1 cache. Writes do not wait there: a sector is sent to the L2
//          cache once per field in it: 2, 4, at most 8 times. That stays hidden as long as the L2 cache can take
//          that many while memory takes one; with 8 fields it should be visible. Wide accesses fill a sector with
//          two writes.
// Measured - "read 1 of 2 fields, AoS" is 0.45 to 0.55 times as fast as "read 1 of 2 fields, SoA" (after
//            measuring). Missed on the H200: Just above the range. Twice the sectors would make 0.5; but the SoA
//            row takes half of the time and is further from its ceiling. That the start of the launch weighs more
//            there is our guess.
//          - "read 1 of 8 fields, AoS" is 0.11 to 0.15 times as fast as "read 1 of 8 fields, SoA" (after
//            measuring).
//          - "read 1 of 16 fields, AoS" is 0.45 to 0.55 times as fast as "read 1 of 8 fields, AoS" (after
//            measuring).
//          - "map 8 fields, AoS" is slower than "map 8 fields, SoA" (with measuring).
// Run      ./tutorial run aos_soa -- --n 33554432 --fields 8
// See      ./tutorial explain aos_soa
// Source   [Farber] ch. 6

#include <algorithm>
#include <functional>
#include <type_traits>

#include "memory/device.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 256;

// One record of 4-byte fields, stored and copied in pieces: unsigned, or a vector of them.
template <int fields, typename Piece>
struct Record {
  static constexpr int pieces = fields * 4 / static_cast<int>(sizeof(Piece));
  Piece piece[pieces];
};

// Word w of an array of n records: w counts through the memory, (record, field) say what belongs there.
__host__ __device__ inline unsigned value_at(std::int64_t record, int field) {
  return static_cast<unsigned>(record) * 0x9E3779B9u + static_cast<unsigned>(field) * 0x7F4A7C15u;
}

__host__ __device__ inline unsigned mapped(unsigned value) { return 3 * value + 1; }
__device__ inline uint2 mapped(uint2 v) { return make_uint2(mapped(v.x), mapped(v.y)); }
__device__ inline uint4 mapped(uint4 v) {
  return make_uint4(mapped(v.x), mapped(v.y), mapped(v.z), mapped(v.w));
}

template <bool soa>
__global__ void fill(unsigned* words, std::int64_t n, int fields) {
  const std::int64_t word = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (word >= n * fields) return;
  words[word] = soa ? value_at(word % n, static_cast<int>(word / n))
                    : value_at(word / fields, static_cast<int>(word % fields));
}

// [read]
// For each thread, the sum of field 0 of its records.
template <int fields>
__global__ void read_aos(const Record<fields, unsigned>* in, unsigned* sums, std::int64_t n) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  unsigned sum = 0;
#pragma unroll 4
  for (std::int64_t i = thread; i < n; i += threads) sum += in[i].piece[0];
  sums[thread] = sum;
}

__global__ void read_soa(const unsigned* field_0, unsigned* sums, std::int64_t n) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  unsigned sum = 0;
#pragma unroll 4
  for (std::int64_t i = thread; i < n; i += threads) sum += field_0[i];
  sums[thread] = sum;
}
// [read]

// [map]
template <int fields, typename Piece>
__global__ void map_aos(const Record<fields, Piece>* in, Record<fields, Piece>* out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Piece value[Record<fields, Piece>::pieces];
#pragma unroll
  for (int p = 0; p < Record<fields, Piece>::pieces; ++p) value[p] = mapped(in[i].piece[p]);
#pragma unroll
  for (int p = 0; p < Record<fields, Piece>::pieces; ++p) out[i].piece[p] = value[p];
}

template <int fields>
__global__ void map_soa(const unsigned* in, unsigned* out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned value[fields];
#pragma unroll
  for (int f = 0; f < fields; ++f) value[f] = mapped(in[f * n + i]);
#pragma unroll
  for (int f = 0; f < fields; ++f) out[f * n + i] = value[f];
}
// [map]

// n records of `fields` fields in one layout, room for the mapped ones, and for the sums of one field.
struct Arrays {
  Arrays(std::int64_t records, int field_count, bool is_soa)
      : n(records),
        fields(field_count),
        soa(is_soa),
        in(static_cast<std::size_t>(n * fields)),
        out(in.size()),
        read_blocks(
            std::min(tutorial::blocks_for(n, block_size), tutorial::resident_blocks(read_soa, block_size))),
        sums(std::size_t{block_size} * read_blocks) {
    const unsigned blocks = tutorial::blocks_for(n * fields, block_size);
    if (soa) {
      fill<true><<<blocks, block_size>>>(in.data(), n, fields);
    } else {
      fill<false><<<blocks, block_size>>>(in.data(), n, fields);
    }
    CUDA_CHECK_LAUNCH();
  }

  tutorial::Verdict check_sums() const {
    std::vector<unsigned> want(sums.size());
    for (std::int64_t i = 0; i < n; ++i) want[static_cast<std::size_t>(i) % want.size()] += value_at(i, 0);
    return tutorial::verify(
        sums.to_host(), [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; }, {},
        [](std::int64_t i) { return "sum of thread " + std::to_string(i); });
  }

  tutorial::Verdict check_map() const {
    const auto want = [&](std::int64_t i) {
      return soa ? mapped(value_at(i % n, static_cast<int>(i / n)))
                 : mapped(value_at(i / fields, static_cast<int>(i % fields)));
    };
    return tutorial::verify(out.to_host(), want, {}, tutorial::matrix_index(soa ? n : fields));
  }

  const std::int64_t n;
  const int fields;
  const bool soa;
  tutorial::DeviceBuffer<unsigned> in;
  tutorial::DeviceBuffer<unsigned> out;
  const unsigned read_blocks;
  tutorial::DeviceBuffer<unsigned> sums;
};

// A row that reads one field, rated by the bytes of that field alone: what the layout wastes shows.
void measure_read(tutorial::Program& program, Arrays& arrays, const std::string& layout,
                  const std::function<void(unsigned blocks)>& launch) {
  arrays.sums.poison();
  program.measure(
      {.variant = "read 1 of " + std::to_string(arrays.fields) + " fields, " + layout,
       .size = tutorial::count_text(arrays.n),
       .work = static_cast<double>(arrays.n) * sizeof(unsigned),
       .ceiling = tutorial::Ceiling::read},
      [&] {
        launch(arrays.read_blocks);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return arrays.check_sums(); });
}

void measure_map(tutorial::Program& program, Arrays& arrays, const std::string& layout,
                 const std::function<void(unsigned blocks)>& launch) {
  arrays.out.poison();
  program.measure(
      {.variant = "map " + std::to_string(arrays.fields) + " fields, " + layout,
       .size = tutorial::count_text(arrays.n),
       .work = static_cast<double>(arrays.in.bytes() + arrays.out.bytes()),
       .ceiling = tutorial::Ceiling::copy},
      [&] {
        launch(tutorial::blocks_for(arrays.n, block_size));
        CUDA_CHECK_LAUNCH();
      },
      [&] { return arrays.check_map(); });
}

template <int fields, typename Piece>
void measure_aos_map(tutorial::Program& program, Arrays& arrays, const std::string& layout) {
  using Whole = Record<fields, Piece>;
  measure_map(program, arrays, layout, [&](unsigned blocks) {
    map_aos<<<blocks, block_size>>>(reinterpret_cast<const Whole*>(arrays.in.data()),
                                    reinterpret_cast<Whole*>(arrays.out.data()), arrays.n);
  });
}

template <int fields>
void run(tutorial::Program& program, std::int64_t n) {
  {
    Arrays soa(n, fields, true);
    measure_read(program, soa, "SoA", [&](unsigned blocks) {
      read_soa<<<blocks, block_size>>>(soa.in.data(), soa.sums.data(), n);
    });
    measure_map(program, soa, "SoA", [&](unsigned blocks) {
      map_soa<fields><<<blocks, block_size>>>(soa.in.data(), soa.out.data(), n);
    });
  }
  Arrays aos(n, fields, false);
  measure_read(program, aos, "AoS", [&](unsigned blocks) {
    read_aos<<<blocks, block_size>>>(reinterpret_cast<const Record<fields, unsigned>*>(aos.in.data()),
                                     aos.sums.data(), n);
  });
  measure_aos_map<fields, unsigned>(program, aos, "AoS");
  using Wide = std::conditional_t<fields == 2, uint2, uint4>;
  measure_aos_map<fields, Wide>(program, aos, "AoS, wide pieces");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string fields;
  program.size("--n", n, "number of records",
               {.gpu = std::int64_t{1} << 25, .simulator = 20'000, .quick = 1'000});
  program.choice("--fields", fields, "fields of 4 bytes in a record", {"all", "2", "4", "8", "16"});
  return program.run<int>(argc, argv, [&](auto) {
    program.require(n <= std::int64_t{1} << 36, "--n must not exceed 68719476736 records");
    if (fields == "all" || fields == "2") run<2>(program, n);
    if (fields == "all" || fields == "4") run<4>(program, n);
    if (fields == "all" || fields == "8") run<8>(program, n);
    if (fields == "all" || fields == "16") run<16>(program, n);
  });
}
