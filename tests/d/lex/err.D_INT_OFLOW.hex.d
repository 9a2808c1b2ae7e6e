/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* 17 hexadecimal digits. */
BEGIN { trace(0xffffffffffffffff); trace(0x10000000000000000); }
