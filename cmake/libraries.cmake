# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Libraries of other projects: those that libdtrace uses, the targets dt_libelf, dt_libdw, dt_zlib and dt_jsonc, and that of dtrace-export,
# dt_microhttpd, which may be missing. For other CPUs toolchains/lib/libelf.sh, jsonc.sh and microhttpd.sh build them, and CMAKE_PREFIX_PATH
# says where they are.

# dt_library(<target> <header> <library> <what to install>)
function(dt_library target header library install)
	find_path(DTRACE_${library}_HEADERS ${header})
	find_library(DTRACE_${library}_LIBRARY ${library})
	mark_as_advanced(DTRACE_${library}_HEADERS DTRACE_${library}_LIBRARY)
	if(NOT DTRACE_${library}_HEADERS OR NOT DTRACE_${library}_LIBRARY)
		message(FATAL_ERROR "${header} or lib${library} is missing for ${DTRACE_ISA}. ${install}")
	endif()
	add_library(${target} INTERFACE)
	# the compiler finds its own folders by itself; named, they would come in another order
	if(NOT DTRACE_${library}_HEADERS IN_LIST CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES)
		target_include_directories(${target} SYSTEM INTERFACE ${DTRACE_${library}_HEADERS})
	endif()
	target_link_libraries(${target} INTERFACE ${DTRACE_${library}_LIBRARY})
endfunction()

set(how "On Debian: apt install libdw-dev libelf-dev zlib1g-dev libjson-c-dev. On Fedora: dnf install elfutils-devel elfutils-libelf-devel zlib-devel json-c-devel.")
if(CMAKE_CROSSCOMPILING)
	set(how "toolchains/lib/libelf.sh builds it for guests and packages; -DCMAKE_PREFIX_PATH= names its folder.")
endif()
dt_library(dt_zlib zlib.h z "${how}")
dt_library(dt_libelf gelf.h elf "${how}")
dt_library(dt_libdw elfutils/libdw.h dw "${how}")
if(CMAKE_CROSSCOMPILING)
	set(how "toolchains/lib/jsonc.sh builds it for guests and packages; -DCMAKE_PREFIX_PATH= names its folder.")
endif()
dt_library(dt_jsonc json-c/json.h json-c "${how}")
# a static libelf does not say that it needs zlib
target_link_libraries(dt_libelf INTERFACE dt_zlib)
target_link_libraries(dt_libdw INTERFACE dt_libelf)

# dtrace-export alone needs it. DTRACE_microhttpd_FOUND
find_path(DTRACE_microhttpd_HEADERS microhttpd.h)
find_library(DTRACE_microhttpd_LIBRARY microhttpd)
mark_as_advanced(DTRACE_microhttpd_HEADERS DTRACE_microhttpd_LIBRARY)
set(DTRACE_microhttpd_FOUND OFF)
if(DTRACE_microhttpd_HEADERS AND DTRACE_microhttpd_LIBRARY)
	set(DTRACE_microhttpd_FOUND ON)
	dt_library(dt_microhttpd microhttpd.h microhttpd "")
endif()
