/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The size of a type that nobody knows. */
BEGIN { trace(sizeof(foo_t)); }
