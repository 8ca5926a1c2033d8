// What a submission's calls of the C library come to: memory of its own, and no way to write to other memory by a call.
// compile.cpp gives the calls their names here.
#pragma once

#include <cstdarg>
#include <cstddef>

namespace tutorial::marking {

/// The part of the address space that its allocations come from.
const char* guest_heap_begin();
const char* guest_heap_end();
/// Whether one of them holds these bytes.
bool is_allocated(const char* begin, std::size_t bytes);

/// Ends the program with words that the report repeats.
[[noreturn]] void refuse(const char* words);

/// Calls the destructors of the submission's static objects, the last one first.
void destroy_static_objects();

/// Reports the texts that printing reads, in the name of the code at `pc`: the format, and each %s. Ends the program at a format that writes
/// (%n), or that is none of C's.
void read_texts(const char* format, std::va_list arguments, const void* pc);

/// Reports that the code at `pc` reads a text, or as much of it as `most` bytes.
void read_text(const char* text, const void* pc, std::size_t most = std::size_t{1} << 62);

/// Ends the program at a list of arguments that va_start has not made: it could lead to any memory, which is then read unseen.
void check_list(std::va_list arguments);

}  // namespace tutorial::marking

extern "C" {
void* guest_malloc(std::size_t bytes);
/// The marker's own, which may take what is kept back for it.
void* guest_malloc_kept_back(std::size_t bytes);
void guest_free(void* memory);
}
