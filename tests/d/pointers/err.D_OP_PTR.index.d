/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* -> wants a pointer. */
struct s { int a; } v;
BEGIN
{
	trace(v->a);
}
