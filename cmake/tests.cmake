# SPDX-License-Identifier: MIT OR GPL-2.0-only
# dt_test(<name> LABEL <label> SOURCES <files...> LIBS <targets...> [TIMEOUT <s>] [ARGS ...]): one cmocka program, one ctest entry.
function(dt_test name)
	cmake_parse_arguments(T "" "LABEL;TIMEOUT" "SOURCES;LIBS;ARGS;INCLUDES" ${ARGN})
	if(NOT T_TIMEOUT)
		set(T_TIMEOUT 120)
	endif()
	add_executable(${name} ${T_SOURCES})
	target_link_libraries(${name} PRIVATE ${T_LIBS} PkgConfig::CMOCKA)
	target_include_directories(${name} PRIVATE ${T_INCLUDES})
	add_test(NAME ${name} COMMAND ${name} ${T_ARGS})
	set_tests_properties(${name} PROPERTIES LABELS "${T_LABEL}" TIMEOUT ${T_TIMEOUT})
endfunction()
