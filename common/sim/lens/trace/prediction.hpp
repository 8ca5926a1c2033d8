// Programs that `simcc --predict` has made end with what their launches would take on a GPU: the driver says it, of the lens's JSON.
#pragma once

#include <string>

namespace cudasim::lens {

/// Whether the program does so. Not where LENS_JSON is set: who reads that file predicts by himself, if at all.
bool ends_with_prediction();

/// Before the program asks for the device, which has as many multiprocessors as the GPU.
void prepare_prediction();

/// False where there is none, which has been said.
bool print_prediction(const std::string& json_report);

}  // namespace cudasim::lens
