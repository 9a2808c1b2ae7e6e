/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member without definition. */
struct s { struct never x; };
BEGIN
{
	trace(1);
	exit(0);
}
