# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The CPUs: DTRACE_ISA_ALL are the names in spec/isa.def, dt_isa_fact() reads toolchains/<isa>.conf, and DTRACE_ISA is the one that
# programs of this build run on.
set(dt_isa_top ${CMAKE_CURRENT_LIST_DIR}/..)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dt_isa_top}/spec/isa.def)
file(STRINGS ${dt_isa_top}/spec/isa.def DTRACE_ISA_ALL REGEX "^DT_ISA\\(")
list(TRANSFORM DTRACE_ISA_ALL REPLACE "^DT_ISA\\((.*)\\)$" "\\1")

# dt_isa_fact(<variable> <isa> <name>): one fact about a CPU, as the scripts know it; empty when it has none.
function(dt_isa_fact variable isa name)
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dt_isa_top}/toolchains/${isa}.conf)
	file(STRINGS ${dt_isa_top}/toolchains/${isa}.conf line REGEX "^${name}=")
	string(REGEX REPLACE "^${name}=\"?([^\"]*)\"?$" "\\1" line "${line}")
	set(${variable} "${line}" PARENT_SCOPE)
endfunction()

# dt_isa_of_processor(<variable> <name>): the CPU that a compiler or uname calls so; empty when it is none of these.
function(dt_isa_of_processor variable name)
	set(${variable} "" PARENT_SCOPE)
	foreach(isa IN LISTS DTRACE_ISA_ALL)
		dt_isa_fact(processors ${isa} isa_processors)
		separate_arguments(processors)
		if(name IN_LIST processors)
			set(${variable} ${isa} PARENT_SCOPE)
			return()
		endif()
	endforeach()
endfunction()
