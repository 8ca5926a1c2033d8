#include "marking/runner/guest_library.hpp"

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>
#include <exception>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>

#include "sim/lens/guest.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/worker.hpp"

namespace tutorial::marking {
namespace {

constexpr std::size_t room = std::size_t{1} << 30;
/// Of it, what is left for the host arrays of later cases, however much a submission keeps.
constexpr std::size_t kept_back = room / 4;
constexpr std::size_t least_alignment = 16;
/// Behind each block: an index that is one or a few too large does not meet the next block.
constexpr std::size_t gap_behind = 64;

/// What is known of its blocks stands elsewhere, where the submission cannot write.
class GuestHeap {
 public:
  GuestHeap() {
    void* memory =
        mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    begin_ = next_ = memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
  }
  const char* begin() const { return begin_; }
  const char* end() const { return begin_ == nullptr ? nullptr : begin_ + room; }

  void* take(std::size_t bytes, std::size_t alignment, std::size_t left = kept_back) {
    const std::lock_guard lock(mutex_);
    if (begin_ == nullptr || bytes > room) return nullptr;
    const std::size_t whole = (bytes + least_alignment - 1) / least_alignment * least_alignment + gap_behind;
    if (const auto idle = idle_.find(whole); idle != idle_.end() && alignment <= least_alignment) {
      char* block = idle->second;
      idle_.erase(idle);
      live_[block] = {bytes, whole};
      return block;
    }
    const std::size_t gap = (alignment - reinterpret_cast<std::uintptr_t>(next_) % alignment) % alignment;
    if (gap + whole + left > static_cast<std::size_t>(end() - next_)) return nullptr;
    char* block = next_ + gap;
    next_ = block + whole;
    live_[block] = {bytes, whole};
    return block;
  }
  bool holds(const char* begin, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto after = live_.upper_bound(begin);
    if (after == live_.begin()) return false;
    const auto& [block, own] = *std::prev(after);
    return begin + bytes <= block + own.bytes;
  }
  /// Bytes of a block; 0 where none begins.
  std::size_t size(void* block) {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(static_cast<char*>(block));
    return found == live_.end() ? 0 : found->second.bytes;
  }
  /// False where no block begins.
  bool give_back(void* block) {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(static_cast<char*>(block));
    if (found == live_.end()) return false;
    idle_.emplace(found->second.whole, static_cast<char*>(block));
    live_.erase(found);
    return true;
  }

 private:
  std::mutex mutex_;
  char* begin_ = nullptr;
  char* next_ = nullptr;
  struct Block {
    std::size_t bytes, whole;  ///< what was asked for; with the gap after it
  };

  std::map<const char*, Block> live_;
  std::multimap<std::size_t, char*> idle_;
};

GuestHeap& heap() {
  static auto* made = new GuestHeap;
  return *made;
}

/// What it prints is its own, on standard output: standard error is the marker's.
void check_stream(const std::FILE* stream) {
  if (stream != stdout && stream != stderr) refuse("printing to a FILE that is neither stdout nor stderr");
}

/// `new` and malloc in device code are the device's own; these are the host's, called by a function of its library.
void refuse_in_kernel() {
  if (cudasim::in_kernel())
    refuse("a kernel allocates memory of the host, as std::vector does: nvcc would not compile that");
}

}  // namespace

void refuse(const char* words) {
  std::fprintf(stderr, "cudasim: %s\n", words);
  _exit(1);
}

const char* guest_heap_begin() { return heap().begin(); }
const char* guest_heap_end() { return heap().end(); }
bool is_allocated(const char* begin, std::size_t bytes) { return heap().holds(begin, bytes); }

void check_list([[maybe_unused]] std::va_list arguments) {
#if defined(__x86_64__)
  struct {
    unsigned integers, reals;       ///< offsets into what was passed in registers
    const void *in_memory, *saved;  ///< both on the stack of the function with the list
  } list;
  std::memcpy(&list, arguments, sizeof list);
  constexpr unsigned all_integers = 48, all_reals = 176;
  const bool saved_is_read = list.integers < all_integers || list.reals < all_reals;
  if (list.integers > all_integers || list.reals > all_reals ||
      !cudasim::lens::is_on_guest_stack(list.in_memory) ||
      (saved_is_read && !cudasim::lens::is_on_guest_stack(list.saved)))
    refuse("a va_list that va_start has not made");
#endif
}

struct StaticObject {
  void (*destroy)(void*);
  void* object;
};
static std::vector<StaticObject>& static_objects() {
  static auto* all = new std::vector<StaticObject>;
  return *all;
}

void destroy_static_objects() {
  while (!static_objects().empty()) {
    const StaticObject last = static_objects().back();
    static_objects().pop_back();
    last.destroy(last.object);
  }
}

}  // namespace tutorial::marking

namespace {

/// Results through pointers: reported to the lens, in the submission's name.
template <class T>
void note_result(T* result, const void* pc) {
  cudasim::lens::library_accesses(result, sizeof *result, true, pc);
}

}  // namespace

using tutorial::marking::check_stream;
using tutorial::marking::heap;
using tutorial::marking::least_alignment;
using tutorial::marking::refuse;
using tutorial::marking::refuse_in_kernel;

extern "C" {
void* guest_malloc(std::size_t bytes) {
  refuse_in_kernel();
  return heap().take(bytes, least_alignment);
}
void* guest_malloc_kept_back(std::size_t bytes) { return heap().take(bytes, least_alignment, 0); }
void guest_free(void* memory) {
  const auto* const at = static_cast<const char*>(memory);
  if (!heap().give_back(memory) && at >= heap().begin() && at < heap().end())
    refuse("host memory is freed where nothing is allocated: is it freed twice?");
}
void* guest_calloc(std::size_t count, std::size_t bytes) {
  std::size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
  void* memory = guest_malloc(all);
  if (memory != nullptr) std::fill_n(static_cast<char*>(memory), all, '\0');
  return memory;
}
void* guest_realloc(void* memory, std::size_t bytes) {
  const std::size_t before = heap().size(memory);
  void* larger = guest_malloc(bytes);
  if (larger != nullptr && before != 0) {
    const std::size_t kept = std::min(before, bytes);
    cudasim::lens::library_accesses(memory, kept, false, __builtin_return_address(0));
    std::copy_n(static_cast<const char*>(memory), kept, static_cast<char*>(larger));
  }
  if (larger != nullptr) guest_free(memory);
  return larger;
}
void* guest_new(std::size_t bytes) {
  if (void* memory = guest_malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void* guest_new_aligned(std::size_t bytes, std::size_t alignment) {
  refuse_in_kernel();
  if (void* memory = heap().take(bytes, std::max(alignment, least_alignment))) return memory;
  throw std::bad_alloc();
}

/// Its memory stays the library's, which will free it.
void* guest___cxa_allocate_exception(std::size_t bytes) {
  if (cudasim::in_kernel()) refuse("a kernel throws an exception, which device code cannot do");
  auto* object = static_cast<char*>(abi::__cxa_allocate_exception(bytes));
  cudasim::lens::guest_throws({object, object + bytes});
  return object;
}

/// What was thrown is no longer the submission's once it is caught and done with.
void guest___cxa_end_catch() {
  abi::__cxa_end_catch();
  if (abi::__cxa_current_exception_type() == nullptr && std::uncaught_exceptions() == 0)
    cudasim::lens::guest_throws({nullptr, nullptr});
}

static int print(std::FILE* stream, const char* format, std::va_list arguments, const void* pc) {
  check_stream(stream);
  tutorial::marking::read_texts(format, arguments, pc);
  return std::vfprintf(stdout, format, arguments);
}
int guest_vfprintf(std::FILE* stream, const char* format, std::va_list arguments) {
  tutorial::marking::check_list(arguments);
  return print(stream, format, arguments, __builtin_return_address(0));
}
int guest_vprintf(const char* format, std::va_list arguments) {
  tutorial::marking::check_list(arguments);
  return print(stdout, format, arguments, __builtin_return_address(0));
}
int guest_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(stdout, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return printed;
}
int guest_fprintf(std::FILE* stream, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(stream, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return printed;
}
int guest_fputs(const char* text, std::FILE* stream) {
  check_stream(stream);
  tutorial::marking::read_text(text, __builtin_return_address(0));
  return std::fputs(text, stdout);
}
int guest_puts(const char* text) {
  tutorial::marking::read_text(text, __builtin_return_address(0));
  return std::puts(text);
}
int guest_fputc(int character, std::FILE* stream) {
  check_stream(stream);
  return std::fputc(character, stdout);
}
int guest_putchar(int character) { return std::putchar(character); }
std::size_t guest_fwrite(const void* data, std::size_t bytes, std::size_t count, std::FILE* stream) {
  check_stream(stream);
  cudasim::lens::library_accesses(data, bytes * count, false, __builtin_return_address(0));
  return std::fwrite(data, bytes, count, stdout);
}
int guest_fflush(std::FILE* stream) {
  if (stream != nullptr) check_stream(stream);
  return std::fflush(stdout);
}
/// In a macro that checks an error this is what a program may do.
[[noreturn]] void guest_exit(int code) {
  std::fflush(stdout);
  refuse(("the program called exit(" + std::to_string(code) + ")").c_str());
}
[[noreturn]] void guest_abort() {
  std::fflush(stdout);
  refuse("the program called abort()");
}
/// Destructors of static objects: the marker calls them after the last case.
int guest___cxa_atexit(void (*destroy)(void*), void* object, void*) {
  tutorial::marking::static_objects().push_back({destroy, object});
  return 0;
}
[[noreturn]] void guest___assert_fail(const char* condition, const char*, unsigned line, const char*) {
  std::fflush(stdout);
  std::string where = ", in line " + std::to_string(line);
  if (cudasim::in_kernel()) {
    const uint3 block = cudasim::this_worker->block->index, thread = cudasim::this_worker->running().index;
    const auto text = [](uint3 at) {
      return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
    };
    where += ", in block " + text(block) + ", thread " + text(thread);
  }
  refuse(("the assertion '" + std::string(condition) + "' failed" + where).c_str());
}

/// A number in a text.
double guest_nan(const char* text) {
  tutorial::marking::read_text(text, __builtin_return_address(0));
  return std::nan(text);
}
float guest_nanf(const char* text) {
  tutorial::marking::read_text(text, __builtin_return_address(0));
  return std::nanf(text);
}
double guest_modf(double value, double* whole) {
  note_result(whole, __builtin_return_address(0));
  return std::modf(value, whole);
}
float guest_modff(float value, float* whole) {
  note_result(whole, __builtin_return_address(0));
  return std::modf(value, whole);
}
double guest_frexp(double value, int* exponent) {
  note_result(exponent, __builtin_return_address(0));
  return std::frexp(value, exponent);
}
float guest_frexpf(float value, int* exponent) {
  note_result(exponent, __builtin_return_address(0));
  return std::frexp(value, exponent);
}
double guest_remquo(double value, double by, int* quotient) {
  note_result(quotient, __builtin_return_address(0));
  return std::remquo(value, by, quotient);
}
float guest_remquof(float value, float by, int* quotient) {
  note_result(quotient, __builtin_return_address(0));
  return std::remquo(value, by, quotient);
}
void guest_sincos(double value, double* sine, double* cosine) {
  note_result(sine, __builtin_return_address(0));
  note_result(cosine, __builtin_return_address(0));
  *sine = std::sin(value);
  *cosine = std::cos(value);
}
void guest_sincosf(float value, float* sine, float* cosine) {
  note_result(sine, __builtin_return_address(0));
  note_result(cosine, __builtin_return_address(0));
  *sine = std::sin(value);
  *cosine = std::cos(value);
}

void* guest_new_quietly(std::size_t bytes, const void*) { return guest_malloc(bytes); }
void guest_delete(void* memory, std::size_t, std::size_t) { guest_free(memory); }

#define ALSO(type, name, parameters, of) type name parameters __attribute__((alias(#of)))
ALSO(int, guest_putc, (int, std::FILE*), guest_fputc);
ALSO(void*, guest__Znwm, (std::size_t), guest_new);
ALSO(void*, guest__Znam, (std::size_t), guest_new);
ALSO(void*, guest__ZnwmSt11align_val_t, (std::size_t, std::size_t), guest_new_aligned);
ALSO(void*, guest__ZnamSt11align_val_t, (std::size_t, std::size_t), guest_new_aligned);
ALSO(void*, guest__ZnwmRKSt9nothrow_t, (std::size_t, const void*), guest_new_quietly);
ALSO(void*, guest__ZnamRKSt9nothrow_t, (std::size_t, const void*), guest_new_quietly);
ALSO(void, guest__ZdlPv, (void*, std::size_t, std::size_t), guest_delete);
ALSO(void, guest__ZdaPv, (void*, std::size_t, std::size_t), guest_delete);
ALSO(void, guest__ZdlPvm, (void*, std::size_t, std::size_t), guest_delete);
ALSO(void, guest__ZdaPvm, (void*, std::size_t, std::size_t), guest_delete);
ALSO(void, guest__ZdlPvSt11align_val_t, (void*, std::size_t, std::size_t), guest_delete);
ALSO(void, guest__ZdaPvSt11align_val_t, (void*, std::size_t, std::size_t), guest_delete);
ALSO(void, guest__ZdlPvmSt11align_val_t, (void*, std::size_t, std::size_t), guest_delete);
ALSO(void, guest__ZdaPvmSt11align_val_t, (void*, std::size_t, std::size_t), guest_delete);
#undef ALSO
}
