/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
inline int first = 21;
inline string name_of[int n] = n == 1 ? "one" : "other";
