/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A declaration of a type that nobody knows. */
foo_t x;
BEGIN { exit(0); }
