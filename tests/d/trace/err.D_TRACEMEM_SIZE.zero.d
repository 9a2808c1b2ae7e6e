/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracemem() of nothing. */
BEGIN { tracemem(8, 0); }
