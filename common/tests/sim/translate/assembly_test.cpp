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

TEST_CASE("assembly: PTX that is known becomes C++") {
  CHECK(in_kernel("asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));") ==
        "do { ::cudasim::ptx::set(lane, ::cudasim::ptx::mov_<unsigned>(::cudasim::ptx::as<unsigned>("
        "::cudasim::ptx::laneid()))); } while (false);");
  CHECK(in_kernel("asm volatile(\"bar.sync 0;\");") == "do { __syncthreads(); } while (false);");
  CHECK(in_kernel("asm volatile(\"ld.global.cg.f32 %0, [%1+4];\" : \"=f\"(x) : \"l\"(p));") ==
        "do { ::cudasim::ptx::set(x, *reinterpret_cast<float*>(::cudasim::ptx::in_global("
        "::cudasim::ptx::as<unsigned long>(p) + 4))); } while (false);");
  CHECK(
      in_kernel("asm(\"{ .reg .pred p; setp.lt.s32 p, %1, 4; @!p mov.s32 %0, 1; }\" : \"+r\"(x) : \"r\"(y));")
          .find("if (!cudasim_ptx_p) { ::cudasim::ptx::set(x, ") != std::string::npos);
  CHECK(in_kernel("asm volatile(\"bar.sync 1, %0;\" : : \"r\"(n));") ==
        "do { ::cudasim::ptx::bar_sync(::cudasim::ptx::as<unsigned>(1), ::cudasim::ptx::as<unsigned>(n), "
        "true); } "
        "while (false);");
  CHECK(in_kernel("asm(\"{ .reg .u32 t; mov.u32 t, 7; }\");")
            .starts_with("do { unsigned cudasim_ptx_t;  ::cudasim::ptx::set(cudasim_ptx_t, "));
}

TEST_CASE("assembly: labels and branches of one text are labels and jumps of a scope of its own") {
  CHECK(in_kernel("asm(\"LOOP: bra LOOP;\");") ==
        "__extension__({ __label__ cudasim_ptx_label_LOOP; cudasim_ptx_label_LOOP: __attribute__((unused)); "
        "::cudasim::detail::count_poll(); goto cudasim_ptx_label_LOOP; static_cast<void>(0); });");
  CHECK(in_kernel("asm(\"{ .reg .pred p; setp.eq.s32 p, %0, 1; @p bra.uni END$1; END$1: }\" :: \"r\"(x));")
            .find("if (cudasim_ptx_p) { goto cudasim_ptx_label_END_1; } cudasim_ptx_label_END_1: ") !=
        std::string::npos);
  CHECK(in_kernel("asm(\"bra END;\");") == "static_assert(false, \"inline PTX is not simulated: bra END\");");
}

TEST_CASE("assembly: what needs a header of the simulator's includes it") {
  cudasim::translate::SharedMacros macros;
  const auto headers = [&](const std::string& text) {
    return cudasim::translate::translate(
               "__global__ void k() { asm(\"" + text + ";\" : \"=r\"(x) : \"r\"(y)); }", {}, macros)
        .headers;
  };
  using Headers = std::set<std::string>;
  CHECK(headers("add.u32 %0, %1, 1") == Headers());
  CHECK(headers("add.f16x2 %0, %1, %1") == Headers({"cudasim/ptx_small_floats.hpp"}));
  CHECK(headers("mbarrier.init.shared.b64 [%1], 1; fence.proxy.async") == Headers({"cuda/ptx"}));
  CHECK(headers("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1") == Headers({"cudasim/ptx_matrix.hpp"}));
  CHECK(headers("cp.async.mbarrier.arrive.shared::cta.b64 [%1]") == Headers({"cuda/ptx"}));
  CHECK(headers("cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b32 [%1], [%1], 16") ==
        Headers({"cuda/ptx"}));
  CHECK(headers("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%1], [%1], 16") ==
        Headers({"cuda/ptx", "cudasim/ptx_small_floats.hpp"}));
}

TEST_CASE("assembly: arrivals after copies, bulk reductions and overlapping launches become calls") {
  const std::string shared = "asm volatile(\"cp.async.mbarrier.arrive.noinc.shared.b64 [%0];\" :: \"r\"(y));";
  CHECK(in_kernel(shared).find("::cuda::ptx::cp_async_mbarrier_arrive_noinc(") != std::string::npos);
  const std::string tensor =
      "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [%0, {%1}], [%1];";
  CHECK(in_kernel("asm volatile(\"" + tensor + "\" :: \"l\"(z), \"r\"(y));")
            .find("::cuda::ptx::cp_reduce_async_bulk_tensor(") != std::string::npos);
  CHECK(in_kernel("asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");")
            .find("cudaGridDependencySynchronize();") != std::string::npos);
}

TEST_CASE("assembly: other PTX with an effect does not compile, and the message has the instruction") {
  CHECK(in_kernel("asm(\"mov.u32 %0, %%envreg1;\" : \"=r\"(x));") ==
        "static_assert(false, \"inline PTX is not simulated: mov.u32 %0, %%envreg1\");");
  CHECK(in_kernel("asm volatile(\"{ .reg .pred p; .reg .u32 p; }\");")
            .starts_with("static_assert(false, \"inline PTX is not simulated: .reg .u32 p"));
  for (const std::string instruction :
       {"exit",
        "bar.arrive 1",
        "bar.red.popc.u32 %0, 1, %1",
        "bar.red.popc.u32 %0, 0, 64, 1",
        "add.u32 %0, %1, %2",
        "add.u32 %0, %1",
        "ld.local.u32 %0, [%1]",
        "mov.u32 %0, 1.5",
        "@p mov.u32 %0, 1",
        "st.global.v2.f32 [%0], %1",
        "lop3.b32 %0, %1, %0, 3",
        "addc.u32 %0, %1, %1",
        "setp.lt.s32 %0, %1, 3",
        "selp.s32 %0, 1, 2, %1",
        "ld.shared::cluster.f16 %0",
        "atom.global.add.f16x2 %0, [%1], %1",
        "add.f16x2 %0, %1, 3",
        "sqrt.approx.f16 %0, %1",
        "cvt.rn.satfinite.e4m3x2.f32 %0, %1",
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%1}, {%0}",
        "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0}, {%1}, {%1}, {%0}",
        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0}, [%1]",
        "wgmma.fence.sync.aligned",
        "mbarrier.pending_count.b64 %0, %1",
        "mbarrier.try_wait.shared.b64 %0, [%1], 0",
        "cp.async.bulk.wait_group %1",
        "cp.async.mbarrier.arrive.noinc.shared.b32 [%1]",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s64 [%1], [%1], 16",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%1], [%1], 16",
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.f32 [%1], [%1], "
        "16, [%1]",
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.im2col_no_offs.bulk_group [%1, {%1, %1}], "
        "[%1]",
        "fence.proxy.alias",
        "barrier.cluster.red",
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0}, %1, %1, 1, 1, 1, 0, 0",
        "cp.async.ca.shared.global [%0], [%1], %1",
        "griddepcontrol.wait.all"})
    CHECK(in_kernel("asm volatile(\"" + instruction + ";\" : \"=r\"(x) : \"r\"(y));") ==
          "static_assert(false, \"inline PTX is not simulated: " + instruction + "\");");
  CHECK(in_kernel("asm volatile(OPCODE \".u32 %0;\" : \"=r\"(x));") ==
        "static_assert(false, \"inline PTX is not simulated: OPCODE.u32 %0\");");
  CHECK(translated("#define LANE(x) \\\n asm(\"wgmma.fence.sync;\" \\\n : \"=r\"(x))\nint y;") ==
        "#define LANE(x) \\\n static_assert(false, \"inline PTX is not simulated: "
        "wgmma.fence.sync\")\\\n\nint y;");
  CHECK(translated("#define FENCE(level) asm volatile(\"membar.\" #level \";\")\n") ==
        "#define FENCE(level) static_assert(false, \"inline PTX is not simulated: membar.#level\")\n");
}

TEST_CASE("assembly: the host's own stays") {
  CHECK(unchanged("void f() { asm volatile(\"rdtsc\" : \"=a\"(x)); asm(\"mfence\"); }"));
  CHECK(unchanged("void f() { asm volatile(\"\" : \"+r\"(x) :: \"memory\"); int asm_count = 3; }"));
  CHECK(unchanged("__global__ void k() {\n#if 0\n asm(\"wgmma.fence.sync;\");\n#endif\n}"));
}

TEST_CASE("textures: references are variables of their file, and what is not simulated is refused") {
  const std::string dropped =
      "CUDA 12 has dropped texture and surface references: make an object with cudaCreateTextureObject or "
      "cudaCreateSurfaceObject and pass it to the kernel: ";
  const std::string missing = "mipmaps, cubemaps and gathers of textures and surfaces are not simulated: ";
  CHECK(translated("\ntexture<float, 2> t;") == "\nstatic ::cudasim::texture<float, 2> t;");
  CHECK(translated("static texture<float> t;") == "static ::cudasim::texture<float> t;");
  CHECK(first_error("surface<void, 2> s;") == "1: " + dropped + "'surface'");
  CHECK(first_error("void f() {\n cudaBindSurfaceToArray(s, a);\n}") ==
        "2: " + dropped + "'cudaBindSurfaceToArray'");
  CHECK(first_error("__global__ void k() {\n x = tex2DLod<float>(t, 1, 2, 0);\n}") ==
        "2: " + missing + "'tex2DLod'");
  CHECK(first_error("__global__ void k() { return a * texCubemap<float>(t, 1, 1, 1); }") ==
        "1: " + missing + "'texCubemap'");
  CHECK(unchanged("float4 of(cudaTextureObject_t t) { return tex2D<float4>(t, 1, 2); }"));
  CHECK(unchanged("void to(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 4, 2); }"));
  CHECK(unchanged("template <class T> class texture {};"));
  CHECK(unchanged("float f(float* image) { return tex2D_at(image, 1); }"));
  CHECK(unchanged(
      "float tex2DLod(const float* image, int x); float y = tex2DLod(i, 3); float z = scene.tex3DLod(1);"));
  CHECK(unchanged("#if 0\ntexture<float> t;\n#endif\n"));
}
