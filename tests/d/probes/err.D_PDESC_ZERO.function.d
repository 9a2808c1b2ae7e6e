/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function that BEGIN does not have. */
dtrace::function:BEGIN { exit(0); }
