# SPDX-License-Identifier: MIT OR GPL-2.0-only
# dt_test(<name> LABEL <label> SOURCES <files...> LIBS <targets...> [ARGS ...]): one cmocka program, one ctest entry. No test of this machine has
# a time limit of its own: a limit is there to end what hangs, not to measure, and machines are ten times busier at times. ctest's own
# (1500 s; ./run-tests says less) does that.
function(dt_test name)
	cmake_parse_arguments(T "" "LABEL" "SOURCES;LIBS;ARGS;INCLUDES" ${ARGN})
	add_executable(${name} ${T_SOURCES})
	target_link_libraries(${name} PRIVATE ${T_LIBS} PkgConfig::CMOCKA)
	target_include_directories(${name} PRIVATE ${T_INCLUDES})
	add_test(NAME ${name} COMMAND ${name} ${T_ARGS})
	set_tests_properties(${name} PROPERTIES LABELS "${T_LABEL}")
endfunction()
