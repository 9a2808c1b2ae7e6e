/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracemem() wants an address. */
struct s { int a; } v;
BEGIN { tracemem(v, 8); }
