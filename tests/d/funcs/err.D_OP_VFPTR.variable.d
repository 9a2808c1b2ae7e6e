/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Nor can a variable that is one. */
int (*f)(int);
BEGIN { f(1); }
