#include "sim/lens/stream/unchecked_calls.hpp"

#include "sim/lens/report/findings.hpp"
#include "sim/lens/report/hazards.hpp"
#include "sim/runtime/unchecked_errors.hpp"

namespace cudasim::lens {

void report_unchecked_errors() {
  for (const UncheckedError& error : take_unchecked_errors()) {
    Hazard hazard;
    hazard.kind = row_of(HazardKind::unchecked_error).name;
    if (error.is_launch) hazard.kernel = error.call;
    hazard.failed = failed_call(error);
    hazard.first.file = error.file;
    hazard.first.line = error.line;
    hazard.text = unchecked_error_text(error);
    hazard.times = error.times;
    add_hazard(std::move(hazard));
  }
}

}  // namespace cudasim::lens
