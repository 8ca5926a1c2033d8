#!/bin/sh
# The simulator, every program and every test once more, all compiled by clang; the chapters' programs without the lens, which
# the corpus tries with clang. Tools are not optimised: that makes no difference to what clang says of them.
command -v clang++ >/dev/null || { echo "no clang++"; exit 77; }
# In a tree that clang compiles there is nothing left to show.
case $CXX in *clang*) echo "this is clang already"; exit 77 ;; esac

tree=$BUILD_DIR/clang
cmake -S "$SOURCE_DIR" -B "$tree" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2 \
  -DTUTORIAL_BACKEND=sim -DTUTORIAL_LENS_PROGRAMS=OFF -DTUTORIAL_TOOLS_OPTIMIZATION=-O0 >"$tree.txt" 2>&1 &&
  cmake --build "$tree" >>"$tree.txt" 2>&1 || { tail -n 40 "$tree.txt"; exit 1; }
# What does not depend on the compiler was tested already: wrong arguments, the grid's limit of rows, the tools around the simulator;
# simcc, and the exercises' solutions, are tried with both compilers there.
ctest --test-dir "$tree" --no-tests=error --output-on-failure -j 2 \
  -E '^(mutation|exercise)\.|\.rejects_|rows_2097121|^shell\.(simcc|driver|script|explain|readme|lens|docs|bench|claims|memory|lanes|drawn|pages|pitfalls|learner|watch|attacks|grading|handout)'
