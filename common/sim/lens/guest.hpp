// A guest is untrusted code that shares its process with the lens: a submission. It may write only to its own memory and to the
// device's. The lens counts the accesses of its host code, and keeps track of the device memory that its kernels have written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cudasim {
struct Allocation;
struct Launch;
}  // namespace cudasim

namespace cudasim::lens {

/// A part of the address space.
struct Memory {
  const char* begin;
  const char* end;
};

/// From now on, until guest_leaves(), each write that the compiler reports, or that the runtime makes for the caller, goes to the device's
/// memory, to pinned memory, to `heap`, to `own` or to the stack below `stack_top`. Any other ends the process.
/// Only accesses made by `code` are checked: the marker's own code may run in between.
void guest_enters(const char* stack_top, Memory code, Memory heap, const std::vector<Memory>& own);
void guest_leaves();
/// An array of the case in device memory: what kernels store elsewhere is counted. What is only an input stays as it is: a write ends the process.
void guest_is_given(Memory array, bool is_input);
/// An input of the case in host memory: values that the host may hand over.
void guest_is_given_values(Memory array, bool is_input);
/// Whether what a copy brings from there to the device may lead to the host's memory. The marker copies only numbers, and a
/// case's arrays on the host hold only numbers: two small floats may look like an address.
bool may_bring_pointers(const void* from);
/// Whether the word of host memory holds a value that a kernel had written, and that came to the host.
bool was_brought(const void* word);
/// Managed memory, which the lens takes for written, holds no zeros at first.
void guest_allocates(const Allocation& allocation);
/// From now on the host gets other values than kernels have written: by copies, and where it loads what they share.
void change_what_returns();
/// What it throws is put there, until it throws again.
void guest_throws(Memory object);

extern bool guest_is_in;
/// Its threads let all others run before they store to a word that others may have changed since they looked. Where the lanes run from the last to
/// the first: in the marker's second run.
extern bool guest_gives_way;

/// Memory that its host code allocates. No kernel may touch it, whether it got the address as a pointer or as a number.
Memory guest_heap();
/// Tells whether these bytes of it are allocated. Without it, all of them are.
void guest_allocates_by(bool (*is_allocated)(const char* begin, std::size_t bytes));

/// While this object lives, the runtime does not work for the guest.
class GuestAway {
 public:
  GuestAway() : was_in_(guest_is_in) { guest_is_in = false; }
  ~GuestAway() { guest_is_in = was_in_; }
  GuestAway(const GuestAway&) = delete;
  GuestAway& operator=(const GuestAway&) = delete;

 private:
  bool was_in_;
};

/// Whether the instruction belongs to the guest.
bool is_guest_code(const void* pc);

struct GuestAccess {
  const void* address;
  std::size_t bytes;
  bool reads, writes;  ///< both, if it changes what is there
  const void* frame;   ///< of the stack on which it is made
  const void* pc;
  bool by_library = false;  ///< by a function that the guest has called; otherwise the compiler reports it
};
void guest_accesses(const GuestAccess& access);

/// An access that a function of the library makes for code at `pc`.
void library_accesses(const void* address, std::size_t bytes, bool writes, const void* pc);

/// A kernel accesses so many bytes of its thread's own memory at an address that is not a multiple of them. Ends the program.
[[noreturn]] void guest_misaligns(std::size_t bytes, const void* pc);

/// The running device thread lets others run: it polls a word that another thread will change.
void guest_rests();

/// The running thread writes to the word, for others that may look there in a loop.
void guest_signals(const void* at);
/// The running thread has waited for the word since that many blocks had begun. Ends the program if the block that wrote it had not, in an
/// ordinary launch of more blocks than the device holds at once: there it may never begin.
void guest_waited_at(const void* at, std::uint64_t begun, const void* pc);

/// The running device thread waits for the whole grid or cluster: one more barrier of its block.
void guest_waits_for_blocks();

/// Whether it is in a frame of its host code.
bool is_on_guest_stack(const void* at);

/// Whether the runtime may write there for its caller. Always true without a guest.
bool guest_may_write(const void* address, std::size_t bytes);

/// The work of its host code since guest_enters().
struct HostWork {
  std::uint64_t accesses = 0;   ///< words loaded and stored
  std::uint64_t read_back = 0;  ///< bytes of device memory copied or loaded
  std::uint64_t handed_over =
      0;  ///< bytes that it has copied or stored where kernels read, and those of kernels' arguments
  /// Bytes that kernels had written and the host had read back when it last launched a kernel.
  std::uint64_t read_ahead = 0;
  /// Bytes that kernels have read and the host had filled, with values that are none of the case's inputs in host memory. Only if it has such.
  std::uint64_t made = 0;
  std::uint64_t calls = 0;  ///< of the runtime that copy or fill memory, or run a library
  std::uint64_t moved = 0;  ///< bytes copied from device memory to device memory
  std::uint64_t stack = 0;  ///< largest stack of any device thread in bytes, with its local arrays
  /// Bytes that kernels, and copies within the device, have stored in global memory outside of the case's arrays.
  std::uint64_t stored_elsewhere = 0;
  std::uint64_t over_the_bus = 0;     ///< bytes of page-locked memory that kernels have accessed
  std::uint64_t in_other_blocks = 0;  ///< accesses to the shared memory of another block of the cluster
};
HostWork host_work();
/// How often the guest's kernels have accessed memory, in all calls so far.
extern std::uint64_t device_accesses;

/// What the launch says that could not be foretold from those before: of the grid's shape and the arguments what differs from the
/// kernel's launch before, and which kernel it is, are handed over.
void guest_launches(const Launch& launch);
/// Whether its last launch, if any, had so many blocks and threads per block, which are 0 without one.
bool guest_has_launched(std::uint64_t blocks, std::uint64_t threads);
/// A thread of the last launch has waited for those ahead.
void guest_waits_for_launches();
/// It calls cudaDeviceReset while there is memory of the device.
void guest_resets();
/// It frees device memory. An array of the case is the caller's: the process ends. `caller`: the return address of the call.
void guest_frees(const Allocation& allocation, const void* caller);
/// Which call it makes, and when, tells the device something, too.
void guest_calls();

/// The origin of the value in a word of device memory.
void written_by_nobody(const void* begin, std::size_t bytes);
/// `adds`: to what is there, by an atomic operation.
void written_by_kernel(const void* begin, std::size_t bytes, bool adds);
/// Words of global memory in which such operations have made a sum: to which they have added different values.
std::size_t sums_by_atomics();
void written_by_fill(const void* begin, std::size_t bytes);
/// By a call that stores its answer there, such as cudaGetDevice.
void written_by_answer(const void* begin, std::size_t bytes);
void written_by_copy(void* to, const void* from, std::size_t bytes);
/// The thread that wrote it last: a number of the launch and of its index in the grid. by_fill; by_choice if so many fills or short
/// copies were made before that they may say what the words are to be; no_thread if the host wrote it otherwise or no write was seen.
constexpr std::uint32_t no_thread = 0, by_fill = UINT32_MAX, by_choice = UINT32_MAX - 1;
inline bool is_thread(std::uint32_t writer) { return writer != no_thread && writer < by_choice; }
std::uint32_t writer_of(const void* word);
/// Of the running device thread: it depends only on its index in the grid.
std::uint32_t number_of_thread();

}  // namespace cudasim::lens
