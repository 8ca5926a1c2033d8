// Stand-in for the part of cuFFT's extensions that plans for one device. Others are refused at their line.
#pragma once

#define _CUFFTXT_H_

#include "cufft.h"
#include "library_types.h"

/// As cufftMakePlanMany, with the types of the elements on both sides: of float or of double, and not both real.
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType input, long long* onembed,
                                long long ostride, long long odist, cudaDataType output, long long batch,
                                size_t* bytes, cudaDataType execution);
