/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt/text.h - the text of probe_macros.h, a table that CMake makes. Private to this room. */
#ifndef LDT_USDT_TEXT_H
#define LDT_USDT_TEXT_H

extern const char ldt_usdt_probe_macros[];

#endif
