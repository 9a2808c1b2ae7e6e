# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Cross compiler and emulator for the CPU that -DDTRACE_ISA=, or the environment's DTRACE_ISA, names: from toolchains/<isa>.conf.
include(${CMAKE_CURRENT_LIST_DIR}/../cmake/isa.cmake)
# CMake reads this file again for its trials of the compiler: they get the name from here.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DTRACE_ISA)
if(NOT DTRACE_ISA)
	set(DTRACE_ISA $ENV{DTRACE_ISA})
endif()
if(NOT DTRACE_ISA IN_LIST DTRACE_ISA_ALL)
	message(FATAL_ERROR "which CPU? Set DTRACE_ISA to one of: ${DTRACE_ISA_ALL}")
endif()
dt_isa_fact(processors ${DTRACE_ISA} isa_processors)
dt_isa_fact(triplet ${DTRACE_ISA} isa_triplet)
dt_isa_fact(emulator ${DTRACE_ISA} isa_emulator)
separate_arguments(processors)
list(GET processors 0 processor)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${processor})
set(CMAKE_C_COMPILER ${triplet}-gcc)
set(CMAKE_CXX_COMPILER ${triplet}-g++)
set(CMAKE_ASM_COMPILER ${triplet}-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator})
