// precompiled.cmake: what every exercise's check.cpp includes, and what takes longest to read.
#include "tutorial/exercise/check.hpp"
