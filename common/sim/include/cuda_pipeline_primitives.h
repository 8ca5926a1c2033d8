// Stand-in: part of the header named below here.
#pragma once
#include "cuda_pipeline.h"
