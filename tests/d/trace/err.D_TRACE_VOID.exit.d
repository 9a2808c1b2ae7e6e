/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The value of an action is not traced. */
BEGIN { trace((void)0); }
