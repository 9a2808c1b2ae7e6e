/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* memstr() is for another operating system. */
BEGIN { x = memstr(NULL, ' ', 8); }
