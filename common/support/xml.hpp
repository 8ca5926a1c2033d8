#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Writing XML, and what reads like it: SVG, HTML.
namespace tutorial::xml {

/// For text and attributes. XML has no way to write most control characters: they become question marks.
/// @param text  valid UTF-8
std::string escaped(std::string_view text);

/// name="value", the value escaped.
struct Attribute {
  Attribute(std::string_view attribute_name, std::string_view attribute_value);
  Attribute(std::string_view attribute_name, const char* attribute_value);
  Attribute(std::string_view attribute_name, const std::string& attribute_value);
  Attribute(std::string_view attribute_name, long long attribute_value);
  Attribute(std::string_view attribute_name, int attribute_value);
  Attribute(std::string_view attribute_name, std::size_t attribute_value);

  std::string name;
  std::string value;
};

using Attributes = std::vector<Attribute>;

/// <tag a="1"/>
std::string element(std::string_view tag, const Attributes& attributes);

/// <tag a="1">content</tag>
/// @param content  XML: other elements, or escaped text
std::string element(std::string_view tag, const Attributes& attributes, std::string_view content);

}  // namespace tutorial::xml
