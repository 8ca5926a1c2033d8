# The simulator, every program and every test once more, all compiled by clang; the chapters' programs without the lens, which
# the corpus tries with clang.
command -v clang++ >/dev/null || { echo "no clang++"; exit 77; }
# In a tree that clang compiles there is nothing left to show.
case $CXX in *clang*) echo "this is clang already"; exit 77 ;; esac

tree=$BUILD_DIR/clang
cmake -S "$SOURCE_DIR" -B "$tree" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2 \
  -DTUTORIAL_BACKEND=sim -DTUTORIAL_LENS_PROGRAMS=OFF >"$tree.txt" 2>&1 && cmake --build "$tree" >>"$tree.txt" 2>&1 || { tail -n 40 "$tree.txt"; exit 1; }
# What does not depend on the compiler was tested already; simcc, and the exercises' solutions, are tried with both compilers there.
ctest --test-dir "$tree" --no-tests=error --output-on-failure -j 2 \
  -E '^(mutation|exercise)\.|^shell\.(simcc|driver|script|explain|readme|lens|docs|bench|claims|memory|lanes|drawn|pages|pitfalls|learner|watch|attacks|grading|handout)'
