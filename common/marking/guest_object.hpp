// A submission's object file, made ready to be linked with the marker's own code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tutorial::marking {

/// Arguments of objcopy: nothing of the submission but its C++ functions can take another's place, its calls of the C library go to
/// runner/guest_library.cpp, and its code and its variables have sections of their own.
std::vector<std::string> guest_arguments(const std::filesystem::path& object);

}  // namespace tutorial::marking
