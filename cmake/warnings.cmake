# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Compiler flags of every target; nothing else sets global flags.
if(NOT CMAKE_BUILD_TYPE)
	set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers -Wno-sign-compare
	-Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror -fno-strict-aliasing -fno-common)
if(DTRACE_SANITIZE)
	add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
	add_link_options(-fsanitize=address,undefined)
endif()
