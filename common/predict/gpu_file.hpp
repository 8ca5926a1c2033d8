#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// What a kernel would take on a GPU, predicted from what the lens has counted.
namespace tutorial::predict {

/// Constants of one device. Each value of its file says where it comes from.
struct Gpu {
  std::string name;   ///< of the file: "h200"
  std::string title;  ///< "NVIDIA H200"

  double compute_capability = 0;
  double multiprocessors = 0;
  double clock_hz = 0;  ///< under load
  double threads_a_multiprocessor = 0;
  double blocks_a_multiprocessor = 0;
  double registers_a_multiprocessor = 0;
  double shared_bytes_a_multiprocessor = 0;
  double l1_bytes = 0;  ///< L1 cache and shared memory together
  double l2_bytes = 0;
  double l2_partitions = 0;  ///< each caches the data that its own SMs read

  double fp32_lanes = 0;  ///< operations per clock and SM
  double fp64_lanes = 0;
  double integer_lanes = 0;
  double special_lanes = 0;  ///< square roots, reciprocals, exponentials

  double read_bytes_s = 0;  ///< of device memory, where a kernel only reads
  double copy_bytes_s = 0;  ///< where it reads and writes alike, both counted
  double l2_bytes_s = 0;
  double memory_access_bytes = 0;  ///< that device memory moves at least: a sector, or two beside each other
  double memory_page_s = 0;  ///< between two pages that device memory opens, of 1 KB, for one access each
  double l2_requests_s = 0;  ///< of up to a line each, where every one is for another line

  double arithmetic_s = 0;  ///< from one operation to the next that waits for it
  double shared_s = 0;
  double l1_s = 0;
  double l2_s = 0;
  double memory_s = 0;
  double l2_spread_s = 0;      ///< how much later than one line the last of 32 comes from L2
  double memory_spread_s = 0;  ///< and from device memory

  double launch_s = 0;        ///< between two events, of a kernel that does next to nothing
  double grid_block_s = 0;    ///< between two blocks that the device launches, whatever they do
  double block_s = 0;         ///< from the end of a block to the first load of the next one in its place
  double store_line_s = 0;    ///< Of an SM: between two lines of 128 bytes that it stores to.
  double atomic_s = 0;        ///< what a kernel takes longer whose blocks each end with an atomic operation
  double same_integer_s = 0;  ///< between two integer operations at one address
  double same_atomic_s = 0;   ///< between two atomic operations at one address

  double host_launch_s =
      0;  ///< from the host's launch until it sees what a kernel that does next to nothing has written
  double host_wait_s = 0;  ///< how much longer it takes where the host waits for the stream
  double host_copy_s = 0;  ///< and where it copies the result
};

/// @throws std::runtime_error where a value is missing or no positive number
Gpu gpu_from(const std::string& json, const std::string& name);

/// The file NAME.json of the folder, or the file of that path.
/// @throws std::runtime_error where there is none: the text says which there are
Gpu gpu_named(const std::filesystem::path& folder, const std::string& name);

/// Sorted; of a folder's files.
std::vector<std::string> gpu_names(const std::filesystem::path& folder);

}  // namespace tutorial::predict
