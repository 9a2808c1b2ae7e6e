/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The system and the CPU are known; the compiler is not, and words like unix and linux stay what they are.
 * @@options: -C
 */
#pragma D option quiet


#if defined(__linux__) && defined(__linux) && defined(__unix) && defined(__SVR4) && __SUNW_D == 1
# define SYSTEM 1
#else
# define SYSTEM 0
#endif
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__riscv)
# define CPU 1
#else
# define CPU 0
#endif
#ifdef __GNUC__
# define COMPILER 1
#else
# define COMPILER 0
#endif

BEGIN
{
	linux = 3;
	unix = 4;
	printf("%d %d %d %d\n", SYSTEM, CPU, COMPILER, linux + unix);
	exit(0);
}
