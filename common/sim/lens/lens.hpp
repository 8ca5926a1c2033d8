#pragma once

namespace cudasim::lens {

/// Makes the lens the runtime's observer and has it report when the process ends. False if LENS=off.
bool install();

}  // namespace cudasim::lens
