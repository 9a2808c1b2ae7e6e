#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_libraries.sh TREE - where libelf, libdw, zlib or json-c is missing, CMake ends with a message that names the packages; where all are, with their targets.
tree=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# configure LINE...: the words of CMake's messages for a project that looks for the libraries after these lines
configure()
{
	rm -rf "$work/project"
	mkdir "$work/project"
	{
		echo 'cmake_minimum_required(VERSION 3.20)'
		echo 'project(libraries LANGUAGES C)'
		echo 'set(DTRACE_ISA this_cpu)'
		printf '%s\n' "$@"
		echo "include($tree/cmake/libraries.cmake)"
		echo 'get_target_property(libraries dt_libelf INTERFACE_LINK_LIBRARIES)'
		echo 'message(STATUS "libelf is ${libraries}")'
		echo 'get_target_property(libraries dt_libdw INTERFACE_LINK_LIBRARIES)'
		echo 'message(STATUS "libdw is ${libraries}")'
	} >"$work/project/CMakeLists.txt"
	cmake -S "$work/project" -B "$work/project/build" 2>&1 | tr -s ' \n' ' '
}

# expect WHAT WORDS TEXT
expect()
{
	case $3 in
	*"$2"*) echo "ok: $1" ;;
	*) echo "NOT OK: $1: '$2' is not in '$3'" && failed=1 ;;
	esac
}

nowhere=('set(CMAKE_FIND_ROOT_PATH /nowhere)' 'set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)' 'set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)')
text=$(configure)
expect "libelf is found" "libelf.so" "$text"
expect "libdw is found" "libdw.so" "$text"
expect "libelf comes with libdw" ";dt_libelf" "$text"
expect "zlib comes with libelf" ";dt_zlib" "$text"
text=$(configure "${nowhere[@]}")
expect "nothing is found" "zlib.h or libz is missing for this_cpu. On Debian: apt install libdw-dev libelf-dev zlib1g-dev libjson-c-dev." "$text"
text=$(configure "${nowhere[@]}" 'set(DTRACE_z_HEADERS /usr/include)' 'set(DTRACE_z_LIBRARY /usr/lib/libz.so)')
expect "libelf is not found" "gelf.h or libelf is missing for this_cpu." "$text"
text=$(configure "${nowhere[@]}" 'set(DTRACE_z_HEADERS /usr/include)' 'set(DTRACE_z_LIBRARY /usr/lib/libz.so)' \
	'set(DTRACE_elf_HEADERS /usr/include)' 'set(DTRACE_elf_LIBRARY /usr/lib/libelf.so)')
expect "libdw is not found" "elfutils/libdw.h or libdw is missing for this_cpu." "$text"
text=$(configure "${nowhere[@]}" 'set(DTRACE_z_HEADERS /usr/include)' 'set(DTRACE_z_LIBRARY /usr/lib/libz.so)' \
	'set(DTRACE_elf_HEADERS /usr/include)' 'set(DTRACE_elf_LIBRARY /usr/lib/libelf.so)' 'set(DTRACE_dw_HEADERS /usr/include)' 'set(DTRACE_dw_LIBRARY /usr/lib/libdw.so)')
expect "json-c is not found" "json-c/json.h or libjson-c is missing for this_cpu." "$text"
text=$(configure "${nowhere[@]}" 'set(CMAKE_CROSSCOMPILING ON)')
expect "for another CPU" "toolchains/lib/libelf.sh builds it" "$text"
exit $failed
