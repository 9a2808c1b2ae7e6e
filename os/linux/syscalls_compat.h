/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscalls_compat.h - read by Kbuild.in only: the header whose __NR_ macros are those of 32-bit
 * programs, whatever it is called here.
 */
#ifdef CONFIG_COMPAT
#if __has_include(<asm/unistd_32_ia32.h>)
#include <asm/unistd_32_ia32.h>
#elif __has_include(<asm/unistd_compat_32.h>)
#include <asm/unistd_compat_32.h>
#elif __has_include(<asm/unistd32.h>)
#include <asm/unistd32.h>
#endif
#endif
