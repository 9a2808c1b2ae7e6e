# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Cross compiler and emulator for x86_64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-linux-gnu-gcc)
set(CMAKE_ASM_COMPILER x86_64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-x86_64-static)
