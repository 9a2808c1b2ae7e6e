/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline with the name of an enumerator above it. */
enum color { red, green };
inline int green = 3;
BEGIN { exit(0); }
