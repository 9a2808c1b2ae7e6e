/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With the option empty, a program may be empty.
 * @@options: -x empty -e
 */
#pragma D option quiet

int x;
