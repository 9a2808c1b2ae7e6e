/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Every form of the program can be printed.
 * @@options: -e -S -x dump=tokens -x dump=ast -x dump=dif -x dump=dof -x debug -x core=x
 */
#pragma D option quiet

BEGIN { x = 1; exit(0); }
