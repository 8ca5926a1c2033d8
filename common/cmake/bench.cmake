# What `./tutorial bench` runs beyond the default sizes:
#
#   tutorial_bench("--n 10000" "--n 1000000" … OTHERS "--n 100000000 --type int" OPERATIONS "w / 4")
#
# further sizes for each program of a ladder but its CPU baseline (LADDER name; by default the folder's), or for one (PROGRAM name). They
# hold for the ladder's further one as well. A program may refuse some of them by exit code 2.
#
# OTHERS      further argument lists that are no step in size, so not in the plots over size: shapes, types, data
# BYTES       for the plots: the data's size, of w, which is what one run is rated by (bytes, pairs, FLOP); by default w
# OPERATIONS  the operations one run needs at least, of w; a ladder without them is not drawn on its chapter's roofline

set_property(GLOBAL PROPERTY TUTORIAL_BENCH "")

function(tutorial_bench)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LADDER;PROGRAM;BYTES;OPERATIONS" "OTHERS")
  tutorial_place(${CMAKE_CURRENT_SOURCE_DIR})
  if(DEFINED arg_LADDER AND DEFINED arg_PROGRAM)
    message(FATAL_ERROR "tutorial_bench takes LADDER or PROGRAM")
  endif()
  foreach(option IN LISTS arg_UNPARSED_ARGUMENTS arg_OTHERS)
    if(NOT option MATCHES "^--")
      message(FATAL_ERROR "tutorial_bench: '${option}' is no argument of a program")
    endif()
  endforeach()
  if(NOT DEFINED arg_LADDER AND NOT DEFINED arg_PROGRAM)
    set(arg_LADDER ${default_ladder})
  endif()
  if(NOT DEFINED arg_BYTES)
    set(arg_BYTES w)
  endif()
  tutorial_json(json chapter STRING "${chapter}" ladder STRING "${arg_LADDER}" program STRING "${arg_PROGRAM}"
                sizes LIST "${arg_UNPARSED_ARGUMENTS}" others LIST "${arg_OTHERS}"
                bytes STRING "${arg_BYTES}" operations STRING "${arg_OPERATIONS}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_BENCH "${json}")
endfunction()
