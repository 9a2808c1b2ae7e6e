/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Something else at the top. */
{ trace(1); }
