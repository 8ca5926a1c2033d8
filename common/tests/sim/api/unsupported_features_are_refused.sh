#!/bin/sh
# Unsupported features stop the compiler, with a message that names the feature.
: "${SOURCE_DIR:?}" "${CXX:?}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# must_say <text> <program>
must_say() {
  printf '%b\n' "$2" > "$scratch/program.cpp"
  if output=$("$CXX" -std=gnu++20 -fsyntax-only -isystem "$SOURCE_DIR/common/sim/include" "$scratch/program.cpp" 2>&1); then
    echo "compiles, but must not: $2"
    failed=1
  elif ! printf '%s' "$output" | grep -qF "$1"; then
    echo "no \"$1\" for: $2"
    printf '%s\n' "$output"
    failed=1
  fi
}

for header in cusparse.h cusparse_v2.h cusolverSp.h cublasXt.h nppi.h cudaGL.h cub/block/block_run_length_decode.cuh cuda/std/barrier; do
  must_say "not simulated" "#include <$header>"
done
must_say "barrier_expect_tx" "#include <cuda/barrier>\\nvoid f(cuda::barrier<cuda::thread_scope_device>& b) { cuda::device::barrier_expect_tx(b, 4); }"
must_say "to shared memory has no such type" "#include <cuda/ptx>\\nvoid f(float* p, unsigned long* b) { namespace x = cuda::ptx; x::cp_reduce_async_bulk(x::space_cluster, x::space_shared, x::op_add, p, p, 16, b); }"
for name in shfl_up shfl_down shfl_xor ballot match_any match_all; do
  must_say "CUDA has no $name for tiles of more than 32 threads" \
    "#include <cuda_runtime.h>\n#include <cooperative_groups.h>\nvoid f(const cooperative_groups::thread_block_tile<64>& t) { t.$name(1, 2); }"
done
must_say "at most 8 bytes" '#include <cuda_runtime.h>\n#include <cooperative_groups.h>\nvoid f(const cooperative_groups::thread_block_tile<64>& t, double4 x) { t.shfl(x, 2); }'
must_say "64, 128, 256 or 512 threads" '#include <cuda_runtime.h>\n#include <cooperative_groups.h>\nvoid f(const cooperative_groups::thread_block_tile<1024>& t) { t.sync(); }'
must_say "memory order argument is not an integer literal" '#include <cuda_runtime.h>\nint f(int* p, int order) { return __nv_atomic_load_n(p, order); }'
must_say "scope argument is not an integer literal" '#include <cuda_runtime.h>\nint f(int* p, int scope) { return __nv_atomic_load_n(p, 0, scope); }'
must_say "atomic load's memory order" '#include <cuda_runtime.h>\nint f(int* p) { return __nv_atomic_load_n(p, __NV_ATOMIC_RELEASE); }'
must_say "only on objects of size" '#include <cuda_runtime.h>\nvoid f(char* p) { __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED); }'
must_say "parameter has virtual functions" '#include <cuda_runtime.h>\nstruct Table { virtual int f() const; };\nvoid f(void kernel(Table), const Table& t) { cudasim::detail::with_bytes(kernel, t); }'
must_say "__shared__" '#include <cuda_runtime.h>\n__shared__ int untranslated;'

# A header of the toolkit that only declares is there.
for header in nvToolsExtCuda.h nvToolsExtCudaRt.h curand_normal.h cuda_device_runtime_api.h host_config.h; do
  printf '#include <%s>\n' "$header" > "$scratch/program.cpp"
  "$CXX" -std=gnu++20 -fsyntax-only -isystem "$SOURCE_DIR/common/sim/include" "$scratch/program.cpp" || failed=1
done

# The same compiler must take a good program, or the checks above show nothing.
printf '#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n' > "$scratch/program.cpp"
"$CXX" -std=gnu++20 -fsyntax-only -isystem "$SOURCE_DIR/common/sim/include" "$scratch/program.cpp" || failed=1
exit $failed
