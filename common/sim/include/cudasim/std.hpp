// The parts of libcu++'s standard library that need nothing of their own: cuda::std::x is std::x.
#pragma once

namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
