# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The version is written in one place, project() of CMakeLists.txt. The code reads it from <dt_version.h>; the module's build makes that
# header from the same template (toolchains/lib/module.sh).
set(BUILD_VERSION ${PROJECT_VERSION})
configure_file(${PROJECT_SOURCE_DIR}/cmake/dt_version.h.in ${CMAKE_BINARY_DIR}/generated/dt_version.h @ONLY)
