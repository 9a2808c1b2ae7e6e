/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The preprocessor by options.
 * @@options: -x cpp -x define=A=3 -x undef=B -x incdir=/tmp -x stdc=a -x cpppath=/usr/bin/cpp
 */
#pragma D option quiet

BEGIN { printf("%d\n", A); exit(0); }
