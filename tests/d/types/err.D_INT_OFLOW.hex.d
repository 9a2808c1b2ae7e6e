/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A hexadecimal constant of more than 64 bits. */
BEGIN { trace(0x10000000000000000); }
