/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The type of the inline is that of its value. */
#pragma D option quiet

inline char cut = 0x180;
inline unsigned int u = -1;
BEGIN { printf("%d %d\n", cut, u); exit(0); }
