// In a file of its own, so that a folder of tests may bring its own main.
#include <doctest/doctest.h>

int main(int argc, char** argv) { return doctest::Context(argc, argv).run(); }
