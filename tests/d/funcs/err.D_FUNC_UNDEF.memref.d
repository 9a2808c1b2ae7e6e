/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* memref() is for another operating system. */
BEGIN { x = memref(NULL, 8); }
