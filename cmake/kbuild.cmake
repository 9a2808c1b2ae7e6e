# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The kernel module: Kbuild builds it, toolchains/module drives that from the SOURCES lists. `ninja module` builds it for a Debian
# kernel that is fetched when needed, `ninja module-running` for the kernel of this machine.
set(DTRACE_KERNEL "" CACHE STRING "kernel series of the target `module` (empty: the default of the CPU)")
add_custom_target(module
	COMMAND ${CMAKE_COMMAND} -E env ANYTRACE_BUILD=${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR}/toolchains/module --isa ${DTRACE_ISA}
		"$<$<BOOL:${DTRACE_KERNEL}>:--kernel;${DTRACE_KERNEL}>"
	COMMAND_EXPAND_LISTS USES_TERMINAL VERBATIM)
add_custom_target(module-running
	COMMAND ${CMAKE_COMMAND} -E env ANYTRACE_BUILD=${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR}/toolchains/module --running
	USES_TERMINAL VERBATIM)
