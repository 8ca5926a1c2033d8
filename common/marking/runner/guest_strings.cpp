// Functions of string.h and stdlib.h that read or write a submission's memory: reported to the lens, in the submission's name.
#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "marking/runner/guest_library.hpp"
#include "sim/lens/guest.hpp"

namespace {

void reads(const void* from, std::size_t bytes, const void* pc) {
  cudasim::lens::library_accesses(from, bytes, false, pc);
}

/// A text with the zero at its end, or as much of it as a function looks at.
void reads_text(const char* text, const void* pc, std::size_t most = std::size_t{1} << 62) {
  reads(text, strnlen(text, most - 1) + 1, pc);
}

/// How far two blocks are compared.
std::size_t compared(const void* a, const void* b, std::size_t bytes) {
  const auto* one = static_cast<const char*>(a);
  const auto* end = std::mismatch(one, one + bytes, static_cast<const char*>(b)).first;
  return std::min(bytes, static_cast<std::size_t>(end - one) + 1);
}

void both_read(const char* a, const char* b, std::size_t most, const void* pc) {
  std::size_t bytes = 0;
  while (bytes < most && a[bytes] == b[bytes] && a[bytes] != '\0') ++bytes;
  bytes = std::min(bytes + 1, most);
  reads(a, bytes, pc);
  reads(b, bytes, pc);
}

/// Numbers in a text, with the end of what was read.
template <class Number>
Number read_number(Number number, const char* text, char* end, char** result, const void* pc) {
  reads(text, static_cast<std::size_t>(end - text) + 1, pc);
  if (result == nullptr) return number;
  cudasim::lens::library_accesses(result, sizeof *result, true, pc);
  *result = end;
  return number;
}

}  // namespace

/// The linker's: after the code, and where variables begin. Between them are constants.
extern "C" const char etext, __data_start;

namespace tutorial::marking {

void read_text(const char* text, const void* pc, std::size_t most) {
  const bool is_constant = text >= &etext && text < &__data_start;
  if (text != nullptr && !is_constant && most > 0) reads_text(text, pc, most);
}

void read_texts(const char* format, std::va_list arguments, const void* pc) {
  constexpr std::size_t all = std::size_t{1} << 62;
  read_text(format, pc);
  std::va_list rest;
  va_copy(rest, arguments);
  for (const char* at = format; (at = std::strchr(at, '%')) != nullptr; ++at) {
    std::size_t most = all;
    for (++at; *at != '\0' && std::strchr("0123456789.*-+ #'", *at) != nullptr; ++at) {
      const bool is_precision = at[-1] == '.';
      if (*at == '*') {
        const int number = va_arg(rest, int);
        if (is_precision) most = number < 0 ? all : static_cast<std::size_t>(number);
      } else if (*at == '.') {
        most = std::strtoul(at + 1, nullptr, 10);
      }
    }
    const char* const size = at;
    at += std::strspn(at, "hlLqjzt");
    if (*at == 'n') refuse("printf with %n, which writes to memory: no exercise needs it");
    if (*at == '\0' || std::strchr("diouxXeEfFgGaAcsp%", *at) == nullptr || (*at == 's' && at != size))
      refuse("printf with a % that begins none of C's formats");
    if (*at == 's') {
      read_text(va_arg(rest, const char*), pc, most);
    } else if (std::strchr("eEfFgGaA", *at) != nullptr) {
      if (*size == 'L')
        static_cast<void>(va_arg(rest, long double));
      else
        static_cast<void>(va_arg(rest, double));
    } else if (*at != '%') {
      static_cast<void>(va_arg(rest, long));
    }
  }
  va_end(rest);
}

}  // namespace tutorial::marking

#define CALLER __builtin_return_address(0)

extern "C" {
std::size_t guest_strlen(const char* text) {
  reads_text(text, CALLER);
  return std::strlen(text);
}
int guest_memcmp(const void* a, const void* b, std::size_t bytes) {
  const std::size_t looked_at = compared(a, b, bytes);
  reads(a, looked_at, CALLER);
  reads(b, looked_at, CALLER);
  return std::memcmp(a, b, bytes);
}
int guest_strcmp(const char* a, const char* b) {
  both_read(a, b, static_cast<std::size_t>(-1), CALLER);
  return std::strcmp(a, b);
}
int guest_strncmp(const char* a, const char* b, std::size_t most) {
  both_read(a, b, most, CALLER);
  return std::strncmp(a, b, most);
}
const void* guest_memchr(const void* block, int value, std::size_t bytes) {
  const void* found = std::memchr(block, value, bytes);
  const auto* begin = static_cast<const char*>(block);
  reads(block,
        found == nullptr ? bytes : static_cast<std::size_t>(static_cast<const char*>(found) - begin) + 1,
        CALLER);
  return found;
}
const char* guest_strchr(const char* text, int value) {
  reads_text(text, CALLER);
  return std::strchr(text, value);
}
const char* guest_strrchr(const char* text, int value) {
  reads_text(text, CALLER);
  return std::strrchr(text, value);
}
const char* guest_strstr(const char* text, const char* part) {
  reads_text(text, CALLER);
  reads_text(part, CALLER);
  return std::strstr(text, part);
}
long guest_strtol(const char* text, char** result, int base) {
  char* end;
  const long number = std::strtol(text, &end, base);
  return read_number(number, text, end, result, CALLER);
}
unsigned long guest_strtoul(const char* text, char** result, int base) {
  char* end;
  const unsigned long number = std::strtoul(text, &end, base);
  return read_number(number, text, end, result, CALLER);
}
long long guest_strtoll(const char* text, char** result, int base) {
  char* end;
  const long long number = std::strtoll(text, &end, base);
  return read_number(number, text, end, result, CALLER);
}
unsigned long long guest_strtoull(const char* text, char** result, int base) {
  char* end;
  const unsigned long long number = std::strtoull(text, &end, base);
  return read_number(number, text, end, result, CALLER);
}
// What glibc 2.38 and later make of these in C++.
long guest___isoc23_strtol(const char*, char**, int) __attribute__((alias("guest_strtol")));
unsigned long guest___isoc23_strtoul(const char*, char**, int) __attribute__((alias("guest_strtoul")));
long long guest___isoc23_strtoll(const char*, char**, int) __attribute__((alias("guest_strtoll")));
unsigned long long guest___isoc23_strtoull(const char*, char**, int) __attribute__((alias("guest_strtoull")));
float guest_strtof(const char* text, char** result) {
  char* end;
  const float number = std::strtof(text, &end);
  return read_number(number, text, end, result, CALLER);
}
double guest_strtod(const char* text, char** result) {
  char* end;
  const double number = std::strtod(text, &end);
  return read_number(number, text, end, result, CALLER);
}
int guest_atoi(const char* text) {
  reads_text(text, CALLER);
  return std::atoi(text);
}
long guest_atol(const char* text) {
  reads_text(text, CALLER);
  return std::atol(text);
}
double guest_atof(const char* text) {
  reads_text(text, CALLER);
  return std::atof(text);
}

/// The library's own duplicates a descriptor, which is not allowed.
void guest_perror(const char* text) {
  const char* error = std::strerror(errno);
  if (text != nullptr) reads_text(text, CALLER);
  if (text == nullptr || *text == '\0')
    std::fprintf(stderr, "%s\n", error);
  else
    std::fprintf(stderr, "%s: %s\n", text, error);
}

/// What fits is printed here first; the submission's memory gets it by a copy that the lens sees.
static int print_to(char* to, std::size_t room, const char* format, std::va_list arguments, const void* pc) {
  tutorial::marking::read_texts(format, arguments, pc);
  char text[4096];
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  if (length < 0 || room == 0) return length;
  const std::size_t bytes = std::min({static_cast<std::size_t>(length), room - 1, sizeof text - 1});
  cudasim::lens::library_accesses(to, bytes + 1, true, pc);
  text[bytes] = '\0';
  std::copy_n(text, bytes + 1, to);
  return length;
}
int guest_vsprintf(char* to, const char* format, std::va_list arguments) {
  tutorial::marking::check_list(arguments);
  return print_to(to, static_cast<std::size_t>(-1), format, arguments, CALLER);
}
int guest_sprintf(char* to, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_to(to, static_cast<std::size_t>(-1), format, arguments, CALLER);
  va_end(arguments);
  return length;
}
int guest_vsnprintf(char* to, std::size_t room, const char* format, std::va_list arguments) {
  tutorial::marking::check_list(arguments);
  return print_to(to, room, format, arguments, CALLER);
}
int guest_snprintf(char* to, std::size_t room, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_to(to, room, format, arguments, CALLER);
  va_end(arguments);
  return length;
}
}
