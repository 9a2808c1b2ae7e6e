/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predefined type cannot become another. */
typedef unsigned short uint8_t;

BEGIN { exit(0); }
