// Macros that double themselves: the preprocessor writes what the marker then reads as words.
// says: the macros of the submission make more than|did not end within
#include "exercise.hpp"
#define A0 \
  ;        \
  ;        \
  ;        \
  ;        \
  ;        \
  ;        \
  ;        \
  ;        \
  ;        \
  ;
#define A1 A0 A0 A0 A0 A0 A0 A0 A0 A0 A0
#define A2 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4
#define A6 A5 A5 A5 A5 A5 A5 A5 A5 A5 A5
#define A7 A6 A6 A6 A6 A6 A6 A6 A6 A6 A6
A7 void move_points(const float3* points, float3* moved, int count, float3 step) {}
