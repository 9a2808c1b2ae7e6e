/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracemem() with four arguments. */
BEGIN { tracemem(8, 8, 8, 8); }
