/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* getf() belongs to another operating system. */
BEGIN { trace(getf(1)); exit(0); }
