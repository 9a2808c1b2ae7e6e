/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure that contains itself. */
struct s { int a; struct s x; };
BEGIN
{
	trace(1);
	exit(0);
}
