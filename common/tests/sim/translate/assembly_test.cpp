#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

TEST_CASE("assembly: a prefetch is a hint") {
  CHECK(in_kernel("asm volatile(\"prefetch.global.L2 [%0];\" :: \"l\"(p + 1));") ==
        "::cudasim::prefetch_hint(p + 1);");
  CHECK(in_kernel("asm(\"prefetchu.L1 [%0];\\n\\t\"\n \"prefetch.local.L2 [%1];\" : : \"l\"(p), \"l\"(q) : "
                  "\"memory\");") == "::cudasim::prefetch_hint(p, q)\n;");
  CHECK(in_kernel("__asm__ __volatile__(\"// nothing\\nprefetch.global.L1 [%0];\" :: \"l\"(p));") ==
        "::cudasim::prefetch_hint(p);");
}

TEST_CASE("assembly: an empty one does nothing") {
  CHECK(in_kernel("asm volatile(\"\" ::: \"memory\");") == "asm volatile(\"\" ::: \"memory\");");
  CHECK(in_kernel("asm volatile(\"\" : \"+f\"(x));") == "((void)0);");
  CHECK(in_kernel("asm volatile(\"/* here */\" :: \"r\"(x));") == "((void)0);");
}

TEST_CASE("assembly: PTX with an effect does not compile, and the message has the instruction") {
  CHECK(in_kernel("asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));") ==
        "static_assert(false, \"inline PTX is not simulated: mov.u32 %0, %%laneid\");");
  CHECK(in_kernel("asm volatile(\"{ .reg .pred p;\\n bar.sync 0; }\");")
            .starts_with("static_assert(false, \"inline PTX is not simulated: .reg"));
  CHECK(in_kernel("asm volatile(\"prefetch.global.L2 [%0]; trap;\" :: \"l\"(p));") ==
        "static_assert(false, \"inline PTX is not simulated: trap\");");
  CHECK(in_kernel("asm volatile(\"exit;\");") ==
        "static_assert(false, \"inline PTX is not simulated: exit\");");
  CHECK(in_kernel("asm volatile(OPCODE \".u32 %0;\" : \"=r\"(x));") ==
        "static_assert(false, \"inline PTX is not simulated: OPCODE.u32 %0\");");
  CHECK(translated("#define LANE(x) \\\n asm(\"mov.u32 %0, %%laneid;\" \\\n : \"=r\"(x))\nint y;") ==
        "#define LANE(x) \\\n static_assert(false, \"inline PTX is not simulated: mov.u32 %0, "
        "%%laneid\")\\\n\nint y;");
}

TEST_CASE("assembly: the host's own stays") {
  CHECK(unchanged("void f() { asm volatile(\"rdtsc\" : \"=a\"(x)); asm(\"mfence\"); }"));
  CHECK(unchanged("void f() { asm volatile(\"\" : \"+r\"(x) :: \"memory\"); int asm_count = 3; }"));
  CHECK(unchanged("__global__ void k() {\n#if 0\n asm(\"cp.async.wait_all;\");\n#endif\n}"));
}

TEST_CASE("textures are refused, the user's own functions of such names are not") {
  CHECK(first_error("\ntexture<float, 2> t;") == "2: textures and surfaces are not simulated: 'texture'");
  CHECK(first_error("__global__ void k() {\n x = tex2D<float>(t, 1, 2);\n}") ==
        "2: textures and surfaces are not simulated: 'tex2D'");
  CHECK(first_error("__global__ void k() { return a * tex1Dfetch(t, 1); }") ==
        "1: textures and surfaces are not simulated: 'tex1Dfetch'");
  CHECK(first_error("__global__ void k() { surf2Dwrite(v, s, 1, 2); }") ==
        "1: textures and surfaces are not simulated: 'surf2Dwrite'");
  CHECK(unchanged("template <class T> class texture {};"));
  CHECK(
      unchanged("float tex2D(const float* image, int x); float y = tex2D(i, 3); float z = scene.tex3D(1);"));
  CHECK(unchanged("#if 0\ntexture<float> t;\n#endif\n"));
}
