/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member that is not there. */
struct s { int a; } v;
BEGIN
{
	trace(v.b);
}
