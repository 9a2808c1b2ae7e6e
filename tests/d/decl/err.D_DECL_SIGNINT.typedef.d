/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A type with a name is neither signed nor unsigned. */
unsigned pid_t x;
BEGIN { exit(0); }
