// The rules of fences, scopes and orders in HAZARDS.md as a table of small programs. Each shape (a message, a lock, a
// ticket and so on) is one kernel whose fences and scopes are arguments; the rows are all ways to leave one out, move it
// or narrow it. What must be reported follows from the rules below alone. Every row runs in three schedules.
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/lens/report/hazards.hpp"

namespace {

enum Scope : int { none, block_scope, device_scope, system_scope };
enum Form : int { by_atomic, by_volatile, by_ref };  // how a flag is written and read

/// What an argument can say of a shape. `release` and `acquire` are orders of `by_ref`.
struct Row {
  Form form = by_atomic;
  Scope flag = device_scope;  // scope of the operations on the flag
  Scope before = device_scope;
  Scope behind = device_scope;
  bool moved_before = false;  // the writer's fence stands after the flag instead
  bool moved_behind = false;  // the reader's fence is before the flag instead
  bool release = false;
  bool acquire = false;
  bool volatile_data = false;
  bool other_block = true;
};

__device__ void fence(Scope scope) {
  if (scope == block_scope) __threadfence_block();
  if (scope == device_scope) __threadfence();
  if (scope == system_scope) __threadfence_system();
}

template <cuda::thread_scope S>
using Ref = cuda::atomic_ref<int, S>;
constexpr auto relaxed = cuda::memory_order_relaxed;

__device__ void set(int* flag, int value, const Row& row) {
  if (row.form == by_volatile) {
    *const_cast<volatile int*>(flag) = value;
  } else if (row.form == by_atomic) {
    row.flag == block_scope    ? atomicExch_block(flag, value)
    : row.flag == system_scope ? atomicExch_system(flag, value)
                               : atomicExch(flag, value);
  } else if (row.flag == block_scope) {
    row.release ? Ref<cuda::thread_scope_block>(*flag).store(value, cuda::memory_order_release)
                : Ref<cuda::thread_scope_block>(*flag).store(value, relaxed);
  } else {
    row.release ? Ref<cuda::thread_scope_device>(*flag).store(value, cuda::memory_order_release)
                : Ref<cuda::thread_scope_device>(*flag).store(value, relaxed);
  }
}

__device__ int get(int* flag, const Row& row) {
  if (row.form == by_volatile) return *const_cast<volatile int*>(flag);
  if (row.form == by_atomic)
    return row.flag == block_scope    ? atomicAdd_block(flag, 0)
           : row.flag == system_scope ? atomicAdd_system(flag, 0)
                                      : atomicAdd(flag, 0);
  if (row.flag == block_scope)
    return row.acquire ? Ref<cuda::thread_scope_block>(*flag).load(cuda::memory_order_acquire)
                       : Ref<cuda::thread_scope_block>(*flag).load(relaxed);
  return row.acquire ? Ref<cuda::thread_scope_device>(*flag).load(cuda::memory_order_acquire)
                     : Ref<cuda::thread_scope_device>(*flag).load(relaxed);
}

__device__ bool is_thread(unsigned block, unsigned thread) {
  return blockIdx.x == block && threadIdx.x == thread;
}

/// data[0]: what is handed on; data[1]: the flag; data[2]: what was seen.
__global__ void message(Row row, int* data) {
  if (is_thread(0, 0)) {
    if (row.volatile_data)
      *const_cast<volatile int*>(&data[0]) = 42;
    else
      data[0] = 42;
    if (!row.moved_before) fence(row.before);
    set(&data[1], 1, row);
    if (row.moved_before) fence(row.before);
  }
  if (row.other_block ? is_thread(1, 0) : is_thread(0, 32)) {
    if (row.moved_behind) fence(row.behind);
    while (get(&data[1], row) == 0) {
    }
    if (!row.moved_behind) fence(row.behind);
    data[2] = row.volatile_data ? *const_cast<volatile int*>(&data[0]) : data[0];
  }
}

/// Every block adds to data[0] under the lock data[1].
__global__ void lock(Row row, int* data) {
  if (row.other_block ? threadIdx.x != 0 : blockIdx.x != 0 || threadIdx.x % 32 != 0) return;
  while ((row.flag == block_scope ? atomicCAS_block(&data[1], 0, 1) : atomicCAS(&data[1], 0, 1)) != 0) {
  }
  if (!row.moved_behind) fence(row.behind);
  data[0] += 1;
  if (!row.moved_before) fence(row.before);
  set(&data[1], 0, row);
  if (row.moved_before) fence(row.before);
  if (row.moved_behind) fence(row.behind);
}

/// The last block to draw a ticket adds up what all have left.
__global__ void last_block(Row row, int* data) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    data[8 + blockIdx.x] = 1;
    if (!row.moved_before) fence(row.before);
    const int ticket = row.flag == block_scope ? atomicAdd_block(&data[1], 1) : atomicAdd(&data[1], 1);
    is_last = ticket == static_cast<int>(gridDim.x) - 1;
    if (row.moved_before) fence(row.before);
    fence(row.behind);
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += data[8 + b];
  data[2] = sum;
}

/// A chain: each block waits for the one before, takes its sum over and hands on its own.
__global__ void look_back(Row row, int* data) {
  if (threadIdx.x != 0) return;
  int sum = 0;
  if (blockIdx.x > 0) {
    while (get(&data[8 + blockIdx.x - 1], row) == 0) {
    }
    if (!row.moved_behind) fence(row.behind);
    for (unsigned b = 0; b < blockIdx.x; ++b) sum += data[16 + b];
  }
  data[16 + blockIdx.x] = sum + 1;
  if (!row.moved_before) fence(row.before);
  set(&data[8 + blockIdx.x], 1, row);
  if (row.moved_before) fence(row.before);
  if (row.moved_behind) fence(row.behind);
}

using Shape = void (*)(Row, int*);

struct NamedShape {
  const char* name;
  Shape kernel;
  bool polls;  // by reading the flag, so that its form and order matter on the reading side
};
const NamedShape shapes[] = {{"message", message, true},
                             {"lock", lock, false},
                             {"last block", last_block, false},
                             {"look-back", look_back, true}};

bool wide_enough(Scope scope, const Row& row) {
  return scope >= (row.other_block ? device_scope : block_scope);
}

/// The rule: a flag orders if the writer fences before it writes the flag, the reader after it has read it, each in a
/// scope that both are in, and the flag is written and read in such a scope. Order release or acquire does a fence's work.
bool is_right(const NamedShape& shape, const Row& row) {
  const bool is_ref = row.form == by_ref;
  const bool written = (is_ref && row.release) || (!row.moved_before && wide_enough(row.before, row));
  const bool moved = row.moved_behind && shape.kernel != last_block;
  const bool read = (is_ref && row.acquire && shape.polls) || (!moved && wide_enough(row.behind, row)) ||
                    (row.volatile_data && shape.kernel == message);
  const bool flag_reaches = row.form == by_volatile && shape.polls ? true : wide_enough(row.flag, row);
  return written && read && flag_reaches;
}

std::string describe(const NamedShape& shape, const Row& row) {
  static const char* scopes[] = {"none", "block", "device", "system"};
  static const char* forms[] = {"atomic", "volatile", "atomic_ref"};
  return std::string(shape.name) + (row.other_block ? ", two blocks" : ", one block") + ", flag " +
         forms[row.form] + " " + scopes[row.flag] + (row.release ? " release" : "") +
         (row.acquire ? " acquire" : "") + ", fence before " + scopes[row.before] +
         (row.moved_before ? " moved" : "") + ", fence behind " + scopes[row.behind] +
         (row.moved_behind ? " moved" : "") + (row.volatile_data ? ", volatile data" : "");
}

/// All ways to go wrong in one place, and the right rows themselves.
std::vector<Row> rows_of(const NamedShape& shape) {
  std::vector<Row> rows;
  for (const bool other_block : {true, false}) {
    if (!other_block && (shape.kernel == last_block || shape.kernel == look_back)) continue;
    for (const Form form : {by_atomic, by_volatile, by_ref}) {
      if (shape.kernel == last_block && form != by_atomic) continue;
      Row base;
      base.form = form;
      base.other_block = other_block;
      rows.push_back(base);
      for (const Scope scope : {none, block_scope, system_scope}) {
        rows.push_back(base), rows.back().before = scope;
        rows.push_back(base), rows.back().behind = scope;
        if (form != by_volatile && scope != none) rows.push_back(base), rows.back().flag = scope;
      }
      rows.push_back(base), rows.back().moved_before = true;
      if (shape.kernel != last_block) rows.push_back(base), rows.back().moved_behind = true;
      if (shape.kernel == message) {
        rows.push_back(base), rows.back().volatile_data = true;
        rows.push_back(rows.back()), rows.back().behind = none;
        rows.push_back(base), rows.back().volatile_data = true, rows.back().before = none;
      }
      if (form != by_ref) continue;
      for (const bool release : {false, true})
        for (const bool acquire : {false, true}) {
          rows.push_back(base);
          rows.back().release = release, rows.back().acquire = acquire;
          if (release) rows.back().before = none;
          if (acquire && shape.polls) rows.back().behind = none;
          rows.push_back(rows.back()), rows.back().flag = block_scope;
        }
    }
  }
  return rows;
}

/// What the lens says: "" if nothing.
std::string verdict(const NamedShape& shape, Row row, int* data) {
  cudasim::lens::clear_hazards();
  cudaMemset(data, 0, 64 * sizeof(int));
  void* arguments[] = {&row, &data};
  const auto status = cudaLaunchCooperativeKernel(shape.kernel, dim3(4), dim3(64), arguments);
  if (status != cudaSuccess) return "the launch has failed";
  std::string text;
  for (const auto& hazard : cudasim::lens::hazards()) text += hazard.kind + ": " + hazard.text + "\n";
  return text;
}

/// The remedy that the text must name.
const char* remedy(const NamedShape& shape, const Row& row) {
  if (row.moved_before || !wide_enough(row.before, row)) {
    if (row.form == by_ref && row.release) return "scope";
    return row.before == block_scope && !row.moved_before ? "has block scope" : "missing fence before a flag";
  }
  if (!wide_enough(row.flag, row)) return "scope";
  if (row.moved_behind && shape.kernel != last_block) return "missing fence after the read";
  return row.behind == none ? "missing fence after the read" : "has block scope";
}

}  // namespace

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 64 * sizeof(int));
  int rows = 0, reported = 0, wrong = 0;
  for (const NamedShape& shape : shapes)
    for (const Row& row : rows_of(shape)) {
      ++rows;
      const bool right = is_right(shape, row);
      reported += !right;
      for (const char* seed : {"0", "1", "2"}) {
        setenv("CUDASIM_SEED", seed, 1);
        const std::string said = verdict(shape, row, data);
        const bool names_it = right || said.find(remedy(shape, row)) != said.npos;
        if (right == said.empty() && names_it) continue;
        ++wrong;
        std::printf("seed %s, must be %s: %s\n%s", seed, right ? "silent" : "reported",
                    describe(shape, row).c_str(), said.c_str());
        break;
      }
    }
  cudasim::lens::clear_hazards();
  cudaFree(data);
  std::printf("%d rows, %d to be reported, %d told wrongly\n", rows, reported, wrong);
  return wrong == 0 && rows > 100 && reported > 50 ? 0 : 1;
}
