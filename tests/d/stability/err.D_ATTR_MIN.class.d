/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * amin: name and data are enough, the class alone is less.
 * @@options: -x amin=Stable/Stable/Common
 */
inline int lesser = 1;
#pragma D attributes Stable/Stable/ISA lesser
BEGIN { trace(lesser); }
