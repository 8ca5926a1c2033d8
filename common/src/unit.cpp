#include "src/unit.hpp"

#include <stdexcept>

namespace tutorial {

UnitText unit_text(Unit unit) {
  switch (unit) {
    case Unit::gigabytes_per_second: return {"GB/s", 1e9};
    case Unit::giga_pairs_per_second: return {"G pairs/s", 1e9};
    case Unit::giga_elements_per_second: return {"G elements/s", 1e9};
    case Unit::teraflops: return {"TFLOP/s", 1e12};
    case Unit::nanoseconds: return {"ns", 1e-9};
  }
  throw std::logic_error("unit_text: no such unit");
}

double rate(Unit unit, double work, double seconds) {
  const double factor = unit_text(unit).factor;
  return unit == Unit::nanoseconds ? seconds / work / factor : work / seconds / factor;
}

}  // namespace tutorial
