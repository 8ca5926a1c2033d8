#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

TEST_CASE("malloc and free of device code are the device's") {
  CHECK(in_kernel("int* p = (int*)malloc(4); free(p);") ==
        "int* p = (int*)::cudasim::heap_malloc(4); ::cudasim::heap_free(p);");
  CHECK(in_kernel("p = std::malloc(4); ::free(p);") ==
        "p = ::cudasim::heap_malloc(4); ::cudasim::heap_free(p);");
  CHECK(in_kernel("pool.free(p); pool->malloc(4); mine::free(p); int free = 1;") ==
        "pool.free(p); pool->malloc(4); mine::free(p); int free = 1;");
  CHECK(unchanged("void f() { free(malloc(4)); }"));
  CHECK(in_kernel("std::\nfree(p); delete[\n] p;") == "std::\nfree(p); delete[\n] p;");
  CHECK(translated("__host__ __device__ void* f() { return malloc(4); }") ==
        "__host__ __device__ void* f() { return ::cudasim::heap_malloc(4); }");
}

TEST_CASE("new and delete of device code are the device's, placement is not") {
  CHECK(in_kernel("P* p = new P(1, 2); delete p;") ==
        "P* p = ::new (::cudasim::in_device_code) P(1, 2); ::cudasim::device_delete( p);");
  CHECK(in_kernel("if (a) delete[] p[f(1)].q; else p = new int[n];") ==
        "if (a) ::cudasim::device_delete_array( p[f(1)].q); else p = ::new (::cudasim::in_device_code) "
        "int[n];");
  CHECK(in_kernel("new (place) P();") == "new (place) P();");
  CHECK(unchanged("struct P { __device__ P(const P&) = delete; __device__ void operator delete(void*); };"));
  CHECK(unchanged("void f() { delete new int; }"));
}

TEST_CASE("printf returns CUDA's result if the result is used") {
  CHECK(in_kernel("int n = printf(\"%d %d\", f(1, 2), b[3]);") ==
        "int n = ::cudasim::converts<int> = ::cudasim::printed(printf(\"%d %d\", f(1, 2), b[3]), 2);");
  CHECK(in_kernel("printf(\"%d\", 1); if (a) printf(\"b\"); else printf(\"c\");") ==
        "printf(\"%d\", 1); if (a) printf(\"b\"); else printf(\"c\");");
}

TEST_CASE("clock in device code counts cycles") {
  CHECK(in_kernel("t = clock(); u = std::clock();") ==
        "t = ::cudasim::device_clock(); u = ::cudasim::device_clock();");
  CHECK(unchanged("void f() { t = clock(); }"));
  CHECK(in_kernel("t = timer.clock();") == "t = timer.clock();");
}

TEST_CASE("member templates of dependent classes are named as such, as nvcc needs no word for it") {
  CHECK(in_kernel("cast<T, U>::convert<n, 8>(a, b);") == "cast<T, U>::template convert<n, 8>(a, b);");
  CHECK(
      unchanged("void f() { cast<T>::template convert<8>(a); if (cast<T>::size < n && m > (3 + a)) g(); }"));
  CHECK(unchanged("template <> void cast<int>::convert<8>(int* a) {}"));
}
