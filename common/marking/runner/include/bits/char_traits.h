// The library's, but its copies of texts are calls, which the lens sees: the compiler expands a builtin function in place.
#pragma once
#pragma GCC system_header

#include <string.h>

#define __builtin_memcpy ::memcpy
#include_next <bits/char_traits.h>
#undef __builtin_memcpy
