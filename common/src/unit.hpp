#pragma once

#include "tutorial/program.hpp"

namespace tutorial {

/// How a unit is written, and how much of the SI unit it is.
struct UnitText {
  const char* name;
  double factor;
};

UnitText unit_text(Unit unit);

/// `work` done in `seconds`, in the unit's own measure.
double rate(Unit unit, double work, double seconds);

}  // namespace tutorial
