// reduce_graph: what is left of a small sum when the launch, too, is prepared in advance?
//
// Before   reduce_mapped launches its kernel anew for each sum: the driver looks at grid, block and arguments, and
//          writes a command for the device.
// Change   the launch is captured once, into a graph of one node, and the graph is launched again and again. Grid,
//          block and arguments are in it; so n and all addresses stay what they were at the capture, and the data
//          may change. Capturing takes a stream of our own: the default stream cannot be captured.
//
//              once       begin capture, launch, end capture, instantiate
//              each sum   clear the word, launch the graph, look for the word
//
// Expect   What the graph saves is the host's part of a launch, a microsecond or two of the whole. The device's part
//          is as before: the way to the device, the kernel, the way back. A graph of one kernel is the least a graph
//          can be; it pays more where a sum is one of many steps.
//
//          Against the libraries: CUB is two kernels, the second for the partial sums, and a copy. Thrust also
//          allocates and frees its scratch memory in each call. We predict less than half of Thrust's time as
//          long as the launch is most of it, that is far beyond a million elements, and a tie at a hundred
//          million, where all the time is the reads'.
// Run      ./tutorial run reduce_graph -- --n 1000000
// See      ./tutorial explain reduce_graph
// Source   ours; graphs: CUDA C++ Programming Guide, CUDA graphs

#include "captured_graph.hpp"
#include "sum/library_sum.hpp"
#include "sum/mapped_sum.cuh"

template <typename T>
void run_size(tutorial::Program& program, std::int64_t n, ch06::Data data) {
  ch06::MappedSum<T> mapped(program, n, data);
  ch06::Message<T>* const message = mapped.mailbox.on_device();

  T on_host{};
  program.measure_end_to_end(
      mapped.sum.end_to_end_row("a launch for each sum"),
      [&] {
        mapped.mailbox.clear();
        mapped.launch(message, nullptr);
        on_host = mapped.mailbox.wait(nullptr);
      },
      [&] { return mapped.check(on_host); });

  if (tutorial::backend() != tutorial::Backend::simulator) {
    // [change]
    ch06::CapturedGraph graph([&](cudaStream_t stream) { mapped.launch(message, stream); });
    on_host = {};
    program.measure_end_to_end(
        mapped.sum.end_to_end_row("a graph, captured once"),
        [&] {
          mapped.mailbox.clear();
          graph.launch();
          on_host = mapped.mailbox.wait(graph.stream());
        },
        [&] { return mapped.check(on_host); });
    // [change]
    CUDA_CHECK(cudaStreamSynchronize(graph.stream()));
  }

  program.note(tutorial::count_text(n) + ": " + mapped.sum.result_text(on_host));
  ch06::LibrarySum<T>(mapped.sum).measure_end_to_end(program);
}

int main(int argc, char** argv) {
  tutorial::Program program("reduce_graph",
                            "what is left of a small sum when the launch, too, is prepared in advance?");
  std::int64_t n;
  std::string data;
  ch06::add_small_walk_options(program, n, data);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double, int>(program.type(), [&](auto zero) {
      for (const std::int64_t size : ch06::sizes_up_to(n)) {
        run_size<decltype(zero)>(program, size, ch06::data_named(data));
      }
    });
    if (tutorial::backend() == tutorial::Backend::simulator) {
      program.left_out("a graph, captured once",
                       "the simulator has no graphs: its launches are over when they return");
    }
    ch06::note_missing_libraries(program);
  });
}
