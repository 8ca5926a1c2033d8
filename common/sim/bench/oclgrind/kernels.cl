// The chapters' kernels once more in OpenCL C, for Oclgrind: the same accesses, the same barriers, the same sizes.

kernel void transpose_padded(global const float* in, global float* out, uint rows, uint cols) {
  local float tile[32][33];
  const uint x = get_local_id(0);
  const uint tile_col = get_group_id(0) * 32;
  const uint tile_row = get_group_id(1) * 32;
  for (uint y = get_local_id(1); y < 32; y += 8)
    if (tile_row + y < rows && tile_col + x < cols) tile[y][x] = in[(tile_row + y) * cols + tile_col + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint y = get_local_id(1); y < 32; y += 8)
    if (tile_col + y < cols && tile_row + x < rows) out[(tile_col + y) * rows + tile_row + x] = tile[x][y];
}

kernel void transpose_strided_read(global const float* in, global float* out, uint rows, uint cols) {
  const uint col = get_global_id(0);
  const uint row = get_global_id(1);
  if (row < cols && col < rows) out[row * rows + col] = in[col * cols + row];
}

kernel void reduce_shared(global const float* in, global float* partial, uint n) {
  local float cache[128];
  const uint thread = get_local_id(0);
  const uint i = get_global_id(0);
  cache[thread] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stride = 64; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (thread == 0) partial[get_group_id(0)] = cache[0];
}

kernel void nearest_naive(global const float* points, int count, global int* nearest) {
  const int query = get_global_id(0);
  if (query >= count) return;
  const float x = points[3 * query], y = points[3 * query + 1], z = points[3 * query + 2];
  float best = INFINITY;
  int best_index = -1;
  for (int candidate = 0; candidate < count; ++candidate) {
    const float dx = x - points[3 * candidate], dy = y - points[3 * candidate + 1], dz = z - points[3 * candidate + 2];
    const float distance = dx * dx + dy * dy + dz * dz;
    if (distance < best && candidate != query) {
      best = distance;
      best_index = candidate;
    }
  }
  nearest[query] = best_index;
}
