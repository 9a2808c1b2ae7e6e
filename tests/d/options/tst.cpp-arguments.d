/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Arguments of the preprocessor.
 * @@options: -C -x cppargs=-DNUMBER=4
 */
#pragma D option quiet

BEGIN { printf("%d\n", NUMBER); exit(0); }
