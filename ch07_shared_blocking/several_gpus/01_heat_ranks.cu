// heat_ranks: can a halo be transferred while the cells that do not need it are computed?
// Step     a plate over several GPUs
//
// Before   heat_naive has the plate on one device. If it does not fit, or one device is not fast enough, each of d ranks
//          gets a slab of rows. A cell at the edge of a slab has a neighbor on another GPU.
// Change   A slab has one more row above and below, its halo. In each step neighbors send each other their outermost rows,
//          which takes time. So a step uses two streams:
//
//              edge    | send and receive rows | first and last row of the slab |
//              inside  | all other rows, which need no halo ................... |
//
//          Events keep the order: both streams wait for the end of the other's previous step. The rows to be sent were
//          computed by the edge's stream itself, so they can leave before the inside of the previous step is done. For
//          that, its few blocks must not queue behind the many blocks of the inside: its stream has the highest priority.
//
//              halo    <-- from the rank above
//              first   --> to the rank above          rank r's slab: its rows, numbered from 0,
//              ...                                    are rows first + 0, first + 1 ... of the plate
//              last    --> to the rank below
//              halo    <-- from the rank below
//
//          Two rows go each way between two ranks of a periodic plate. NCCL matches a pair's sends and receives by their
//          order: a rank that sends its first row first must receive the row from below first.
// Expect   As long as the inside takes longer than the transfer, the transfer costs only the two launches for the edge: n
//          ranks are n times as fast. A slab's inside shrinks with n but its edge rows do not, so this has a limit. With
//          one priority for both streams, we measured two ranks 1.83 times as fast at 8192x8192, 13 us per step behind
//          the ideal; with the edge first we expect at least 1.9 times (before measuring).
// Run      ./tutorial run heat_ranks -- --ranks 2 --rows 8192 --cols 8192
// See      https://docs.nvidia.com/deeplearning/nccl: point-to-point communication
// Source   ours

#include "heat/heat.hpp"
#include "tutorial/nccl.hpp"
#include "tutorial/ranks.hpp"

constexpr int block_width = 32;
constexpr int block_height = 8;

// A rank's rows of the plate. In memory the slab begins with the halo above.
struct Slab {
  unsigned rows;  // of the plate
  unsigned cols;
  unsigned first;  // row of the plate
  unsigned count;  // rows of the slab; 0: the rank has nothing to do
  heat::Boundary boundary;
};

// heat_naive's kernel for rows begin to end of a slab: up and down are rows of the slab or its halo, but for the plate's edge.
// [kernel]
__global__ void heat_slab(const float* from, float* to, Slab slab, unsigned begin, unsigned end) {
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  const unsigned row = begin + (blockIdx.z * gridDim.y + blockIdx.y) * block_height + threadIdx.y;
  if (row >= end || col >= slab.cols) return;

  // Row r of the slab; -1 and slab.count are its halos.
  const auto cell = [&](unsigned r, unsigned c) { return from[std::size_t{r + 1} * slab.cols + c]; };
  const unsigned plate_row = slab.first + row;
  const bool periodic = slab.boundary == heat::Boundary::periodic;
  const float own = cell(row, col);
  const float left = cell(row, heat::before(col, slab.cols, slab.boundary));
  const float right = cell(row, heat::after(col, slab.cols, slab.boundary));
  const float up = plate_row > 0 || periodic ? cell(row - 1, col) : own;
  const float down = plate_row + 1 < slab.rows || periodic ? cell(row + 1, col) : own;

  const bool keeps = heat::is_fixed(plate_row, col, slab.rows, slab.cols, slab.boundary);
  to[std::size_t{row + 1} * slab.cols + col] = keeps ? own : heat::update(own, left, right, up, down);
}
// [kernel]

// What goes wrong on purpose, so that tests see it noticed.
enum class Fault {
  none,
  late_halo,  // the rim is computed with the halo of the step before
  no_events,  // nothing orders the two streams
};

class Stream {
 public:
  explicit Stream(int priority) {
    CUDA_CHECK(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority));
    CUDA_CHECK(cudaEventCreateWithFlags(&step_done_, cudaEventDisableTiming));
  }
  ~Stream() {
    static_cast<void>(cudaEventDestroy(step_done_));
    static_cast<void>(cudaStreamDestroy(stream_));
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  operator cudaStream_t() const { return stream_; }
  void end_step() { CUDA_CHECK(cudaEventRecord(step_done_, stream_)); }
  void wait_for_step_of(const Stream& other) { CUDA_CHECK(cudaStreamWaitEvent(stream_, other.step_done_)); }

 private:
  cudaStream_t stream_{};
  cudaEvent_t step_done_{};
};

// One rank's part in the steps.
class Part {
 public:
  Part(const Slab& slab, tutorial::Ranks& ranks, bool rim_first, Fault fault)
      : slab_(slab), nccl_(ranks), fault_(fault), rim_(rim_first ? highest_priority() : 0), inside_(0) {
    const int active =
        static_cast<int>(std::min<std::int64_t>(ranks.size(), slab.rows));  // the others have no rows
    if (slab.count == 0) return;
    const bool periodic = slab.boundary == heat::Boundary::periodic;
    above_ = ranks.rank() > 0 ? ranks.rank() - 1 : periodic ? active - 1 : none;
    below_ = ranks.rank() + 1 < active ? ranks.rank() + 1 : periodic ? 0 : none;
  }

  // [step]
  void step(float* from, float* to) {
    if (slab_.count == 0 || slab_.cols == 0) return;
    const unsigned last = slab_.count - 1;
    if (fault_ != Fault::late_halo) exchange(from);
    if (fault_ != Fault::no_events) {
      rim_.wait_for_step_of(inside_);
      inside_.wait_for_step_of(rim_);
    }
    update(from, to, 0, 1, rim_);
    if (last > 0) update(from, to, last, last + 1, rim_);
    if (last > 1) update(from, to, 1, last, inside_);
    if (fault_ == Fault::late_halo) exchange(from);
    rim_.end_step();
    inside_.end_step();
  }

  // The outermost rows to the neighbors, and theirs into the halo.
  void exchange(float* plate) {
    const auto row = [&](unsigned halo_and_rows) { return plate + std::size_t{halo_and_rows} * slab_.cols; };
    NCCL_CHECK(ncclGroupStart());
    if (above_ != none) NCCL_CHECK(ncclSend(row(1), slab_.cols, ncclFloat, above_, nccl_, rim_));
    if (below_ != none)
      NCCL_CHECK(ncclRecv(row(slab_.count + 1), slab_.cols, ncclFloat, below_, nccl_, rim_));
    if (below_ != none) NCCL_CHECK(ncclSend(row(slab_.count), slab_.cols, ncclFloat, below_, nccl_, rim_));
    if (above_ != none) NCCL_CHECK(ncclRecv(row(0), slab_.cols, ncclFloat, above_, nccl_, rim_));
    NCCL_CHECK(ncclGroupEnd());
  }
  // [step]

  void wait() {
    CUDA_CHECK(cudaStreamSynchronize(rim_));
    CUDA_CHECK(cudaStreamSynchronize(inside_));
  }

 private:
  static constexpr int none = -1;

  static int highest_priority() {
    int highest = 0;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(nullptr, &highest));
    return highest;
  }

  void update(const float* from, float* to, unsigned begin, unsigned end, cudaStream_t stream) {
    const dim3 grid = tutorial::tile_grid(end - begin, slab_.cols, block_width, block_height);
    heat_slab<<<grid, dim3(block_width, block_height), 0, stream>>>(from, to, slab_, begin, end);
    CUDA_CHECK_LAUNCH();
  }

  Slab slab_;
  tutorial::NcclRank nccl_;
  Fault fault_;
  int above_ = none;
  int below_ = none;
  Stream rim_;
  Stream inside_;
};

Slab slab_of(const heat::Options& options, const tutorial::Ranks& ranks) {
  constexpr std::int64_t side_limit = std::int64_t{1} << 31;
  tutorial::Program::require(
      options.rows < side_limit && options.cols < side_limit,
      "--rows and --cols must be below 2^31 each: row and column numbers are 32 bits wide");
  const tutorial::RankShare share = tutorial::share_of(options.rows, ranks.rank(), ranks.size());
  return {static_cast<unsigned>(options.rows), static_cast<unsigned>(options.cols),
          static_cast<unsigned>(share.first), static_cast<unsigned>(share.count),
          options.boundary == "fixed"       ? heat::Boundary::fixed
          : options.boundary == "insulated" ? heat::Boundary::insulated
                                            : heat::Boundary::periodic};
}

void run(tutorial::Program& program, tutorial::Ranks& ranks, const heat::Options& options, bool rim_first,
         Fault fault) {
  const Slab slab = slab_of(options, ranks);
  const std::vector<float> plate = heat::make_plate(options, program.seed());
  const std::vector<float> want = heat::reference(options, plate);
  const std::size_t cells = std::size_t{slab.count} * slab.cols;
  const std::size_t before = std::size_t{slab.first} * slab.cols;
  const std::size_t with_halo = (std::size_t{slab.count} + 2) * slab.cols;
  // The plate waits on the device for every run to start from: what a run brings from the host would be most of its time.
  tutorial::DeviceBuffer<float> start(cells);
  CUDA_CHECK(cudaMemcpy(start.data(), plate.data() + before, cells * sizeof(float), cudaMemcpyHostToDevice));
  tutorial::DeviceBuffer<float> odd(with_halo);
  tutorial::DeviceBuffer<float> even(with_halo);
  Part part(slab, ranks, rim_first, fault);

  float* end = nullptr;
  const auto work = [&] {
    CUDA_CHECK(cudaMemcpyAsync(even.data() + slab.cols, start.data(), cells * sizeof(float),
                               cudaMemcpyDeviceToDevice, cudaStreamLegacy));
    // Non-blocking streams do not wait for the default stream.
    CUDA_CHECK(cudaStreamSynchronize(cudaStreamLegacy));
    float* from = even.data();
    float* to = odd.data();
    for (std::int64_t step = 0; step < options.steps; ++step) {
      part.step(from, to);
      std::swap(from, to);
    }
    part.wait();
    end = from;
  };
  const auto check = [&] {
    std::vector<float> got(cells);
    CUDA_CHECK(cudaMemcpy(got.data(), end + slab.cols, cells * sizeof(float), cudaMemcpyDeviceToHost));
    return ranks.agreed(tutorial::verify(
        got, [&](std::int64_t i) { return want[before + static_cast<std::size_t>(i)]; }, {},
        [&](std::int64_t i) {
          return tutorial::matrix_index(slab.cols)(static_cast<std::int64_t>(before) + i);
        }));
  };
  program.measure_end_to_end(
      {.variant = std::to_string(ranks.size()) + (ranks.size() == 1 ? " rank" : " ranks") +
                  (rim_first ? "" : ", one priority"),
       .size = tutorial::count_text(options.rows) + " x " + tutorial::count_text(options.cols) + ", " +
               std::to_string(options.steps) + (options.steps == 1 ? " step" : " steps"),
       .work = 2.0 * sizeof(float) * static_cast<double>(options.rows) * static_cast<double>(options.cols) *
               static_cast<double>(options.steps),
       .unit = tutorial::Unit::gigabytes_per_second},
      work, check);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::Ranks ranks(program);
  heat::Options options;
  std::string first;
  std::string fault;
  heat::add_options(program, options);
  program.choice("--first", first, "whose blocks go first: the rim's, by its stream's priority, or none",
                 {"rim", "none"});
  program.choice("--fault", fault, "on purpose: the halo comes too late, or no event orders the two streams",
                 {"none", "late_halo", "no_events"});
  return ranks.run<float>(argc, argv, [&](float) {
    run(program, ranks, options, first == "rim",
        fault == "late_halo"   ? Fault::late_halo
        : fault == "no_events" ? Fault::no_events
                               : Fault::none);
  });
}
