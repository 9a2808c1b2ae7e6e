/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* long struct. */
struct s { int a; };
long struct s x;
BEGIN
{
	trace(1);
	exit(0);
}
