/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * amin: the data alone is less.
 * @@options: -x amin=Stable/Stable/Common
 */
inline int lesser = 1;
#pragma D attributes Stable/Evolving/Common lesser
BEGIN { trace(lesser); }
