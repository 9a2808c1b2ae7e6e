/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: variables of all scopes, arrays, and their absence.
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
struct pair { int a, b; };
struct pair kept[int, string];
self int t;
BEGIN { x = 1; x++; self->t = x--; this->c = self->t; a[x, "k"] = this->c; trace(a[1, "k"]); trace(kept[1, "k"].b); kept[1, "k"].a = 7; }
