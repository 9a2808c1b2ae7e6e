/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* syscalls_native.h - read by Kbuild.in only: the header whose __NR_ macros are the kernel's own system calls. */
#include <asm/unistd.h>
