/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* msgdsize() is for another operating system. */
BEGIN { x = msgdsize(NULL); }
