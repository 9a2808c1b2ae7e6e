/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracemem() with a string as size. */
BEGIN { tracemem(8, "a"); }
