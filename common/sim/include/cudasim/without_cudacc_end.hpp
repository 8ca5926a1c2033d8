// Ends what without_cudacc_begin.hpp began.
#pragma pop_macro("__CUDACC__")
