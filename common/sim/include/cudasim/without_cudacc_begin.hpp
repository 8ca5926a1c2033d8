// Hides that a translated file counts as CUDA. No include guard: it is included round each header that must not know.
#pragma push_macro("__CUDACC__")
#undef __CUDACC__
