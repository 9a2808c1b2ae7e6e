/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A thread-local is not declared with another type. */
self int x;
self char x;
BEGIN { exit(0); }
