/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* msgsize() is for another operating system. */
BEGIN { x = msgsize(NULL); }
