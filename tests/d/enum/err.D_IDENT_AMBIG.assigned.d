/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The same in an assignment, on the other side of a comparison, and of an inline: the first is told. */
inline int green = 4;
# 1 "color.h"
enum color { red, green };
# 7
BEGIN { this->c = (enum color)0; this->c = green; exit(0); }
