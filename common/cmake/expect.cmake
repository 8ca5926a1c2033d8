# Runs a command and asserts how it ends. CTest's own properties cannot: PASS_REGULAR_EXPRESSION ignores the exit code.
#
#   cmake -DEXIT=2 -DSTDERR=regex -DSTDOUT=regex -DSTDERR_LINES=1 -P expect.cmake -- command args…
#
# STDERR may be a list of regexes: each must be found. A skip (77) of the command is passed on.
set(command "")
set(seen_separator OFF)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(seen_separator)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(seen_separator ON)
  endif()
endforeach()

# Through the shell: a death by signal is then 128 + its number, not a word.
execute_process(COMMAND sh -c "\"$@\"; exit $?" sh ${command} RESULT_VARIABLE exit OUTPUT_VARIABLE out ERROR_VARIABLE err)

set(problems "")
if(NOT exit STREQUAL EXIT)
  string(APPEND problems "exit code ${exit}, wanted ${EXIT}\n")
endif()
foreach(regex IN LISTS STDERR)
  if(NOT err MATCHES "${regex}")
    string(APPEND problems "standard error does not match /${regex}/\n")
  endif()
endforeach()
foreach(regex IN LISTS STDOUT)
  if(NOT out MATCHES "${regex}")
    string(APPEND problems "standard output does not match /${regex}/\n")
  endif()
endforeach()
if(DEFINED STDERR_LINES)
  string(REGEX MATCHALL "\n" newlines "${err}")
  list(LENGTH newlines count)
  if(NOT count EQUAL STDERR_LINES)
    string(APPEND problems "${count} lines on standard error, wanted ${STDERR_LINES}\n")
  endif()
endif()
if(problems)
  list(JOIN command " " command_text)
  message(FATAL_ERROR "${command_text}\n${problems}--- standard output\n${out}--- standard error\n${err}")
endif()
