// The library's, but each of its templates is compiled with the submission, for the lens. g++ 13 and later do not ask a macro for that.
#pragma once
#pragma GCC system_header

#include_next <bits/c++config.h>

#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
