/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Declarations alone are no program. */
int x;
