#include "sim/lens/trace/thread_trace.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/guest.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/trace/equal_steps.hpp"
#include "sim/lens/trace/traced_value.hpp"
#include "sim/runtime/device_heap.hpp"
#ifdef __x86_64__
#include <ucontext.h>

#include "cudasim/own_index.hpp"
#include "sim/lens/trace/math_calls.hpp"
#include "sim/lens/trace/x86_instruction.hpp"
#endif

namespace cudasim::lens {

#ifdef __x86_64__

extern "C" {
extern char __start_lens_hooks[] __attribute__((weak));
extern char __stop_lens_hooks[] __attribute__((weak));
extern char __executable_start[];
extern char etext[];
}

namespace {

constexpr unsigned most_traced = 40000;
constexpr unsigned most_traps = 10 * most_traced;  // what calls do is stepped through as well
constexpr std::uint64_t step_flag = 0x100;
// Only what comes first matters: a load takes far longer than an operation.
constexpr float global_time = 300, near_time = 20, shared_time = 15, operation_time = 2;
// nvcc unrolls loops: of four rounds, one has the counter, the compare and the jump.
constexpr unsigned unrolled = 4;
constexpr std::uint64_t sector_bytes = 32;
constexpr unsigned stack_pointer = 4, first_vector_register = 16;

class Trace {
 public:
  void begin() {
    *this = {};
    active = true;
    registers_[stack_pointer].origin = Origin::known;  // local arrays are registers on the device
    const DeviceHeap& heap = DeviceHeap::instance();
    device_begin_ = reinterpret_cast<std::uintptr_t>(heap.begin());
    shared_begin_ = reinterpret_cast<std::uintptr_t>(heap.shared_begin());
    device_end_ = reinterpret_cast<std::uintptr_t>(heap.end());
  }

  TracedThread end() {
    active = false;
    traced_.counts = so_far();
    return std::move(traced_);
  }

  /// What comes behind is not begun before what was used ahead of it is there: others run, up to a barrier or an exchange.
  void boundary() { floor_ = later(floor_, used_); }

  /// Before an instruction is executed. False: that is enough.
  bool step(greg_t* registers);

  bool active = false;
  bool has_turn = false;
  bool hidden_while_stepping = false;
  unsigned hidden = 0;  ///< how often

 private:
  bool may_call(greg_t* registers, const X86Instruction& instruction);
  ThreadCounts so_far() const;
  void end_stretch(const void* access);
  bool checks_element(const X86Instruction& instruction) const;
  void account(const X86Instruction& instruction);
  When loaded(const X86Instruction& instruction, const When& address);
  void atomic(std::uint64_t address);
  void add_function(const DeviceFunction& function, double times);
  double divide(const X86Instruction& instruction, bool by_root);
  void call_function(const MathFunction& function);
  double operations(const X86Instruction& instruction, const When& sources);
  void compare(const X86Instruction& instruction, When& sources);
  std::uint32_t new_product();
  bool joins(std::uint32_t product, const X86Instruction& sum);
  void needs(std::uint32_t product);
  std::uint32_t base_of(const X86Instruction& instruction);
  std::uint32_t base_of(When& value);
  bool differs_by_constant(const X86Instruction& instruction);
  void add(Work work, double count);
  /// A loop goes on. nvcc unrolls it, all of it where its bound is a constant, and loads ahead as far as no store is in the way
  /// that might be to the same place, and no condition on what was loaded.
  void next_round(std::uint64_t branch) {
    const bool last = ++rounds_[branch] % unrolled == 0, rolled = stays_rolled();
    if (stored_ || rolled || (!constant_loop_ && last))
      boundary();
    else
      floor_ = later(floor_, compared_);
    stored_ = false;
    if (rolled) counts_.integer += joined_steps_ * (unrolled - 1);
    if (flags_ != Origin::known && !rolled) counts_.other -= constant_loop_ ? 1 : 1 - 1.0 / unrolled;
    joined_steps_ = 0;
  }
  /// nvcc knows no number of rounds where a counter without a sign, which may wrap, grows by a variable.
  bool stays_rolled() const { return is_unsigned_ && variable_step_; }
  bool is_device(std::uint64_t address) const { return address >= device_begin_ && address < device_end_; }
  bool is_program(std::uint64_t target);

  TracedThread traced_;
  ThreadCounts counts_, before_;  ///< and at the last access
  When registers_[32], floor_, used_, compared_;
  When decided_;                                     ///< the last compare of a loaded value
  std::unordered_map<std::uint64_t, When> slots_;    ///< of the stack and of other host memory
  std::unordered_map<std::uint64_t, When> sectors_;  ///< of global memory
  Origin flags_ = Origin::own;                       ///< of what was compared
  /// What uses a product, and the sum that has taken it in.
  struct Product {
    bool is_joined = false, is_needed = false;
    Work work = Work::fp32;
    double count = 0;
  };
  std::vector<Product> products_;  ///< by number less one
  std::uint32_t last_base_ = 0;
  EqualSteps steps_of_;
  bool jumps_by_check_ = false;            ///< the next jump
  const std::uint64_t* values_ = nullptr;  ///< of the registers
  std::uint64_t code_ = 0;                 ///< address of the instruction
  std::unordered_map<std::uint64_t, bool> program_;
  std::uintptr_t device_begin_ = 0, shared_begin_ = 0, device_end_ = 0;
  std::uint64_t entered_ = 0;    ///< stack pointer at the kernel's entry; 0 outside of it
  std::uint64_t waits_for_ = 0;  ///< a call is left where the stack pointer is this again
  unsigned steps_ = 0, traps_ = 0;
  bool constant_loop_ = false;  ///< the last compare was with a constant
  bool stored_ = false;         ///< to global memory in this round of a loop
  bool variable_step_ = false;  ///< the last compare was of a value that grows by a variable
  bool is_unsigned_ = false;    ///< the last condition
  double joined_steps_ = 0;     ///< of this round, what an unrolled loop does not do
  std::unordered_map<std::uint64_t, unsigned> rounds_;  ///< by the jump that ends them
};

thread_local Trace trace;
thread_local bool stepping;

constexpr int number_of[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                               REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

bool is_hook(std::uint64_t target) {
  return target >= reinterpret_cast<std::uintptr_t>(__start_lens_hooks) &&
         target < reinterpret_cast<std::uintptr_t>(__stop_lens_hooks);
}

/// Of the system's libraries nothing is looked at: an allocation there may hold the lock that one made here would wait for. A guest is linked
/// with them statically.
bool is_executable(std::uint64_t code) {
  if (guest_is_in) return is_guest_code(reinterpret_cast<const void*>(code));
  return code >= reinterpret_cast<std::uintptr_t>(__executable_start) &&
         code < reinterpret_cast<std::uintptr_t>(etext);
}

bool Trace::is_program(std::uint64_t target) {
  if (!is_executable(target)) return false;
  const auto [found, is_new] = program_.try_emplace(target, false);
  if (is_new) {
    const auto* behind = reinterpret_cast<const void*>(target + 1);
    found->second = source_line(behind).line != 0 && !in_launch(behind);
  }
  return found->second;
}

void Trace::add(Work work, double count) {
  switch (work) {
    case Work::integer: counts_.integer += count; break;
    case Work::fp32: counts_.fp32 += count; break;
    case Work::fp64: counts_.fp64 += count; break;
    case Work::special: counts_.special += count; break;
    case Work::branch: counts_.other += count; break;
    default: break;
  }
}

ThreadCounts Trace::so_far() const {
  ThreadCounts counts = counts_;
  const When& last = later(floor_, used_);
  counts.chain = last.chain;
  counts.global_waits = last.global;
  counts.near_waits = last.near;
  counts.shared_waits = last.shared;
  return counts;
}

void Trace::end_stretch(const void* access) {
  const ThreadCounts now = so_far();
  Stretch& stretch = traced_.stretches[access];
  stretch.counts.add(now);
  stretch.counts.add(before_, -1);
  ++stretch.times;
  before_ = now;
}

/// What a load brings: at once what is on its way already.
When Trace::loaded(const X86Instruction& instruction, const When& address) {
  When result = later(floor_, address);
  result.product = result.base = 0;
  result.grown = false;
  result.origin = Origin::loaded;
  if (instruction.address >= shared_begin_) {
    result.shared += 1;
    result.time += shared_time;
    return result;
  }
  const auto [sector, is_new] = sectors_.try_emplace(instruction.address / sector_bytes, result);
  (is_new ? result.global : result.near) += 1;
  result.time += is_new ? global_time : near_time;
  if (is_new) sector->second = result;
  return later(result, sector->second);
}

/// The hook has carried it out. No load of device memory is moved across it, and its result takes as long as a load's.
void Trace::atomic(std::uint64_t address) {
  const bool is_shared = address >= shared_begin_;
  if (!is_shared) stored_ = true;
  When& result = registers_[0] = later(floor_, registers_[0]);
  result.origin = Origin::loaded;
  result.product = result.base = 0;
  result.root = result.grown = false;
  (is_shared ? result.shared : result.global) += 1;
  result.time += is_shared ? shared_time : global_time;
}

/// How many of an instruction's operations the device carries out.
double Trace::operations(const X86Instruction& instruction, const When& sources) {
  if (instruction.work == Work::branch) return flags_ == Origin::known ? 0 : 1;
  if (instruction.work != Work::integer || instruction.count != 1) return instruction.count;
  const bool converts = instruction.target >= 16 && instruction.source[0] < 16;  // not ahead of the run
  if (converts && instruction.target != X86Instruction::none) return 1;
  if (sources.origin == Origin::known || (instruction.reads_flags && flags_ == Origin::known)) return 0;
  EqualSteps::Operands operands{};
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned source = instruction.source[i];
    if (source == X86Instruction::none) continue;
    if (source >= 16) return 1;
    operands[i] = values_[source];
  }
  if (instruction.reads_memory) {
    if (is_device(instruction.address) || instruction.in_segment || instruction.bytes > 8) return 1;
    std::memcpy(&operands[3], reinterpret_cast<const void*>(instruction.address), instruction.bytes);
  }
  const EqualSteps::Kind kind = steps_of_.next(code_, operands);
  if (sources.origin == Origin::loaded || kind == EqualSteps::Kind::changing) return 1;
  if (kind == EqualSteps::Kind::same) return 0;
  if (instruction.is_bitwise || sources.uneven) return 1;
  joined_steps_ += 1.0 / unrolled;
  return 1.0 / unrolled;
}

/// The target, a register or a slot of the stack, is one operand, and a variable the other.
bool grows(const X86Instruction& instruction) {
  const bool memory_grows = instruction.reads_memory && instruction.writes_memory;
  unsigned same = memory_grows ? 1 : 0, others = instruction.reads_memory && !memory_grows ? 1 : 0;
  for (const unsigned source : instruction.source) {
    if (source == X86Instruction::none) continue;
    source == instruction.target ? ++same : ++others;
  }
  return instruction.work == Work::integer && same == 1 && others == 1;
}

std::uint32_t Trace::new_product() {
  products_.emplace_back();
  return static_cast<std::uint32_t>(products_.size());
}

/// nvcc joins a product to the sums that use it only if nothing else does: else the product is needed in any case.
bool Trace::joins(std::uint32_t product, const X86Instruction& sum) {
  if (product == 0) return false;
  Product& of = products_[product - 1];
  if (of.is_joined || of.is_needed) return false;
  of = {.is_joined = true, .work = sum.work, .count = static_cast<double>(sum.count)};
  return true;
}

/// Something other than a sum uses it: the sum that has taken it in is an operation of its own.
void Trace::needs(std::uint32_t product) {
  if (product == 0) return;
  Product& of = products_[product - 1];
  if (of.is_joined && !of.is_needed) add(of.work, of.count);
  of.is_needed = true;
}

std::uint32_t Trace::base_of(When& value) {
  if (value.base == 0) value.base = ++last_base_;
  return value.base;
}

/// Of a copy, and of a sum with a constant.
std::uint32_t Trace::base_of(const X86Instruction& instruction) {
  const unsigned source = instruction.source[0];
  if (instruction.is_zero) return 0;
  if (instruction.work == Work::move) {
    if (instruction.reads_memory) {
      const auto slot = slots_.find(instruction.address);
      return slot == slots_.end() ? 0 : base_of(slot->second);
    }
    return source < 16 && instruction.source[1] == X86Instruction::none ? base_of(registers_[source]) : 0;
  }
  if (instruction.work != Work::integer || instruction.has_memory || instruction.reads_flags) return 0;
  const bool is_sum = instruction.constant != 0 && !instruction.is_bitwise && !instruction.is_integer_product;
  return is_sum && source == instruction.target && instruction.source[1] == X86Instruction::none
             ? base_of(registers_[source])
             : 0;
}

/// A pointer, say, is compared with another that was a constant ahead: the loop's number of rounds is known.
bool Trace::differs_by_constant(const X86Instruction& instruction) {
  std::uint32_t first = 0, second = 0;
  const auto is_one = [&](std::uint32_t base) { (first == 0 ? first : second) = base; };
  for (const unsigned source : instruction.source)
    if (source < 16) is_one(registers_[source].base);
  if (const auto slot = slots_.find(instruction.address); instruction.reads_memory && slot != slots_.end())
    is_one(slot->second.base);
  return first != 0 && first == second;
}

/// A warp executes in order: a compare of a loaded value comes after all earlier compares of loaded values.
void Trace::compare(const X86Instruction& instruction, When& sources) {
  constant_loop_ = instruction.constant != 0 || differs_by_constant(instruction);
  compared_ = sources;
  if (sources.origin != Origin::loaded) return;
  sources = both(sources, decided_);
  decided_ = sources;
  decided_.chain += 2;  // the compare, and what it selects
  decided_.time += 2 * operation_time;
  used_ = later(used_, decided_);
}

void Trace::add_function(const DeviceFunction& function, double times) {
  counts_.fp32 += times * function.fp32;
  counts_.integer += times * function.integer;
  counts_.special += times * function.special;
  counts_.other += times * function.other;
}

/// What nvcc makes of a division or a root. Returns how many operations follow each other.
double Trace::divide(const X86Instruction& instruction, bool by_root) {
  const double times = instruction.count;
  if (instruction.is_division && by_root) {  // 1 / sqrt(x) is one function
    add_function(square_root, -times);
    add_function(reciprocal_root, times);
    return 1;
  }
  const DeviceFunction& function = instruction.is_root ? square_root : division;
  add_function(function, times);
  return function.chain;
}

void Trace::call_function(const MathFunction& function) {
  When sources{.origin = Origin::known};
  for (unsigned i = 0; i < function.arguments; ++i)
    sources = both(sources, registers_[first_vector_register + i]);
  for (unsigned i = 0; i < function.arguments; ++i) needs(registers_[first_vector_register + i].product);
  used_ = later(used_, sources);
  add_function(function.device, 1);
  if (function.is_double) counts_.fp64 += 1;
  When result = later(floor_, sources);
  result.origin = sources.origin;
  result.chain += static_cast<float>(function.device.chain);
  result.time += operation_time;
  result.product = result.base = 0;
  result.root = result.grown = false;
  registers_[first_vector_register] = result;
}

/// Whether it asks if an element of an array of the thread's own is written (cudasim/own_index.hpp): the program has no such compare.
bool Trace::checks_element(const X86Instruction& instruction) const {
  if (instruction.work != Work::integer || instruction.target != X86Instruction::none ||
      instruction.writes_memory)
    return false;
  const auto is_marked = [this](unsigned source) {
    return source < first_vector_register && static_cast<std::uint32_t>(values_[source]) == unwritten_mark;
  };
  return instruction.constant == unwritten_mark ||
         std::any_of(std::begin(instruction.source), std::end(instruction.source), is_marked);
}

void Trace::account(const X86Instruction& instruction) {
  When sources{.origin = Origin::known};
  bool uneven = false, grown = false,
       of_root = instruction.source[0] < 32 && registers_[instruction.source[0]].root;
  std::uint32_t products[5] = {};  // among the sources
  unsigned count_of_products = 0;
  const auto has_product = [&](std::uint32_t product) {
    if (product != 0) products[count_of_products++] = product;
  };
  for (const unsigned source : instruction.source) {
    if (source == X86Instruction::none || instruction.is_zero) continue;
    uneven = uneven || registers_[source].uneven;
    grown = grown || registers_[source].grown;
    sources = both(sources, registers_[source]);
    has_product(registers_[source].product);
  }
  When address;
  for (const unsigned part : {instruction.base, instruction.index})
    if (part != X86Instruction::none && instruction.has_memory) address = later(address, registers_[part]);

  if (instruction.has_memory && is_device(instruction.address)) {
    used_ = later(used_, address);
    if (instruction.reads_memory) sources = both(sources, loaded(instruction, address));
    if (instruction.writes_memory) {
      used_ = later(used_, sources);
      stored_ = stored_ || instruction.address < shared_begin_;
    }
  } else if (instruction.reads_memory) {
    const auto slot = slots_.find(instruction.address);
    sources = both(sources, slot == slots_.end() ? When{} : slot->second);
    if (slot != slots_.end()) has_product(slot->second.product);
    of_root = slot != slots_.end() && slot->second.root;
    grown = grown || (slot != slots_.end() && slot->second.grown);
  }

  if (instruction.reads_flags) sources.origin = std::max(sources.origin, flags_);
  const std::uint32_t base = base_of(instruction);
  const bool is_stored = instruction.writes_memory && is_device(instruction.address);
  bool fused = false;
  for (const std::uint32_t product : products) {
    if (instruction.is_sum)
      fused = fused || joins(product, instruction);
    else if (instruction.work != Work::move || is_stored)
      needs(product);
  }
  const double count = fused ? 0 : operations(instruction, sources);
  sources.uneven = uneven;
  double in_a_row = 1;
  if (instruction.is_division || instruction.is_root)
    in_a_row = divide(instruction, of_root);
  else
    add(instruction.work, count);
  if (instruction.is_integer_product) counts_.products += count;
  if (instruction.target == X86Instruction::none && !instruction.writes_memory &&
      instruction.work == Work::integer) {
    compare(instruction, sources);
    variable_step_ = grown;
  }
  const bool is_address = instruction.base != X86Instruction::none && !instruction.has_memory;
  if (instruction.work == Work::integer &&
      (instruction.target == X86Instruction::none || instruction.target < 16) && !is_address)
    flags_ = sources.origin;
  When result = sources;
  if (instruction.work != Work::move) {
    used_ = later(used_, sources);
    result = later(floor_, sources);
    result.origin = sources.origin;
    if (count >= 1) {
      result.chain += static_cast<float>(in_a_row);
      result.time += operation_time;
    }
    result.product = instruction.is_product ? new_product() : 0;
    result.root = instruction.is_root;
    result.uneven = count > 0 && instruction.work == Work::integer && (uneven || instruction.is_bitwise);
  } else {
    result.product = products[0];
    result.root = !instruction.is_zero && of_root;
    result.uneven = !instruction.is_zero && uneven;
  }
  result.base = base;
  result.grown = instruction.work == Work::move ? !instruction.is_zero && grown : grows(instruction);
  if (instruction.target != X86Instruction::none) registers_[instruction.target] = result;
  if (instruction.writes_memory && !is_device(instruction.address))
    for (unsigned byte = 0; byte < instruction.bytes; byte += 4) slots_[instruction.address + byte] = result;
}

/// A call: hooks are carried out here and left out there, the program's own functions are followed, others run by themselves.
bool Trace::may_call(greg_t* registers, const X86Instruction& instruction) {
  const auto next = static_cast<std::uint64_t>(registers[REG_RIP]) + instruction.length;
  std::uint64_t target = next + static_cast<std::uint64_t>(instruction.distance);
  if (instruction.reads_memory)
    target = *reinterpret_cast<const std::uint64_t*>(instruction.address);
  else if (instruction.source[0] != X86Instruction::none)
    target = static_cast<std::uint64_t>(registers[number_of[instruction.source[0]]]);
  if (is_hook(target) && current.mode != Mode::host) {
    using Hook = long long (*)(long long, long long, long long, long long, long long, long long);
    current.stepped_pc = reinterpret_cast<const void*>(next);
    current.stepped_atomic = false;
    if (is_device(static_cast<std::uint64_t>(registers[REG_RDI]))) end_stretch(current.stepped_pc);
    registers[REG_RAX] =
        reinterpret_cast<Hook>(target)(registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                                       registers[REG_RCX], registers[REG_R8], registers[REG_R9]);
    current.stepped_pc = nullptr;
    if (std::exchange(current.stepped_atomic, false)) atomic(static_cast<std::uint64_t>(registers[REG_RDI]));
    registers[REG_RIP] = static_cast<greg_t>(next);
    return true;
  }
  if (is_program(target)) {
    if (entered_ == 0) entered_ = static_cast<std::uint64_t>(registers[REG_RSP]);
  } else if (entered_ != 0) {
    if (const MathFunction* const function = math_call(target)) call_function(*function);
    waits_for_ = static_cast<std::uint64_t>(registers[REG_RSP]);
  }
  return false;
}

bool Trace::step(greg_t* registers) {
  if (steps_ > most_traced || ++traps_ > most_traps) return false;
  const auto stack = static_cast<std::uint64_t>(registers[REG_RSP]);
  // Only the return itself brings this very value back: other threads of the block, which run meanwhile, have stacks of their own.
  if (waits_for_ != 0 && stack != waits_for_) return true;
  waits_for_ = 0;
  if (!is_executable(static_cast<std::uint64_t>(registers[REG_RIP]))) return true;
  std::uint64_t values[16];
  for (unsigned i = 0; i < 16; ++i) values[i] = static_cast<std::uint64_t>(registers[number_of[i]]);
  // A hook's call is left out, and the code after it is executed before the next step.
  for (;;) {
    const auto* code = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
    const X86Instruction instruction = x86_instruction(code, values);
    if (instruction.work == Work::call) {
      if (!may_call(registers, instruction)) return true;
      values[0] = static_cast<std::uint64_t>(registers[REG_RAX]);
      continue;
    }
    if (entered_ == 0) return true;
    if (instruction.work == Work::give_back && stack >= entered_ - 8) {
      traced_.complete = true;
      return false;
    }
    ++steps_;
    values_ = values;
    code_ = static_cast<std::uint64_t>(registers[REG_RIP]);
    if (checks_element(instruction)) {
      flags_ = Origin::known;
      jumps_by_check_ = true;
      return true;
    }
    account(instruction);
    if (instruction.is_conditional) is_unsigned_ = instruction.is_unsigned;
    if (instruction.work == Work::branch && instruction.distance < 0 && !jumps_by_check_) next_round(code_);
    jumps_by_check_ = jumps_by_check_ && instruction.work != Work::branch;
    return true;
  }
}

void set_stepping(bool on) {
  stepping = on;
  if (on)
    asm volatile("lea -128(%%rsp), %%rsp; pushfq; orq $0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::
                     : "cc", "memory");
  else
    asm volatile("lea -128(%%rsp), %%rsp; pushfq; andq $-0x101, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::
                     : "cc", "memory");
}

void stepped(int, siginfo_t*, void* context) {
  greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const Mode mode = current.mode;
  if (stepping && trace.active && trace.step(registers)) return;
  current.mode = mode;
  stepping = false;
  registers[REG_EFL] &= ~static_cast<greg_t>(step_flag);
}

void install_handler() {
  static const bool done = [] {
    prepare_math_calls();
    struct sigaction action = {};
    action.sa_sigaction = stepped;
    action.sa_flags = SA_SIGINFO;
    return sigaction(SIGTRAP, &action, nullptr) == 0;
  }();
  static_cast<void>(done);
}

}  // namespace

void begin_trace() {
  install_handler();
  trace.begin();
}
void pause_trace(bool paused) {
  if (!trace.active) return;
  if (paused && (stepping || (trace.hidden != 0 && trace.hidden_while_stepping))) trace.boundary();
  trace.has_turn = !paused;
  set_stepping(!paused && trace.hidden == 0);
}
void hide_trace(bool hidden) {
  if (!trace.active || !trace.has_turn) return;
  if (hidden && trace.hidden++ == 0) {
    trace.hidden_while_stepping = stepping;
    set_stepping(false);
  } else if (!hidden && --trace.hidden == 0) {
    set_stepping(trace.hidden_while_stepping);
  }
}
TracedThread end_trace() {
  set_stepping(false);
  return trace.end();
}

Unseen::Unseen() : was_stepping_(stepping) {
  if (was_stepping_) set_stepping(false);
}
Unseen::~Unseen() {
  if (was_stepping_) set_stepping(true);
}

#else

void begin_trace() {}
void pause_trace(bool) {}
void hide_trace(bool) {}
TracedThread end_trace() { return {}; }
Unseen::Unseen() : was_stepping_(false) {}
Unseen::~Unseen() {}

#endif

}  // namespace cudasim::lens
