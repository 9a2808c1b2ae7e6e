/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* As in C, a structure has at least one member. */
struct nothing { };
BEGIN { exit(0); }
