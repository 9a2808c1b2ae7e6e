/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function is no variable of a thread. */
self int f(int);
BEGIN { exit(0); }
