/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The predefined macros.
 * @@options: -C
 */
#pragma D option quiet

#if defined(__linux) && defined(__unix) && defined(__SVR4) && __SUNW_D == 1 && !defined(__GNUC__)
BEGIN { printf("all\n"); }
#endif
#if defined(__SUNW_D_32) || defined(__SUNW_D_64)
BEGIN { printf("model\n"); }
#endif
#if __SUNW_D_VERSION >= 0x01000000
BEGIN { printf("version\n"); }
#endif
BEGIN { exit(0); }
