// Hides that a translated file counts as CUDA. No include guard: it is included round each header that must not know.
#pragma push_macro("__CUDACC__")
#undef __CUDACC__
#pragma push_macro("__NVCC__")
#undef __NVCC__
#pragma push_macro("__CUDACC_VER_MAJOR__")
#undef __CUDACC_VER_MAJOR__
#pragma push_macro("__CUDACC_VER_MINOR__")
#undef __CUDACC_VER_MINOR__
#pragma push_macro("__CUDACC_VER_BUILD__")
#undef __CUDACC_VER_BUILD__
