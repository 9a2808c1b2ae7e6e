/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function pointer cannot be called. */
struct ops { int (*read)(int); } *p;
BEGIN { p->read(1); }
