// Counts accesses as the lens does, for lens_in_the_browser.py. Each line of the input is one access: global or shared, load, store or atomic,
// the bytes of an element, and the 32 lanes' addresses, - for one that takes no part. Each line of the output: sectors, ideal sectors,
// wavefronts, ideal wavefronts, degree.
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

#include "sim/lens/count/memory_model.hpp"

int main() {
  using namespace cudasim::lens;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::string space;
    std::string op;
    Pattern pattern{};
    in >> space >> op >> pattern.bytes;
    pattern.space = space == "shared" ? Space::shared : Space::global;
    pattern.op = op == "atomic" ? Op::atomic : op == "store" ? Op::store : Op::load;
    for (unsigned lane = 0; lane < 32; ++lane) {
      std::string address;
      in >> address;
      if (address == "-") continue;
      pattern.lanes |= std::uint32_t{1} << lane;
      pattern.address[lane] = static_cast<std::uintptr_t>(std::stoull(address));
    }
    if (!in) return 1;
    const Sums cost = cost_of(pattern);
    std::cout << cost.sectors << ' ' << cost.ideal_sectors << ' ' << cost.wavefronts << ' '
              << cost.ideal_wavefronts << ' ' << cost.conflict_degree << '\n';
  }
  return 0;
}
