/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Values without conversions. */
BEGIN { printf("text", 1); }
