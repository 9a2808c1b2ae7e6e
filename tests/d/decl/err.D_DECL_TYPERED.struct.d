/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure is defined again. */
struct s { int a; };
struct s { int b; };
BEGIN
{
	trace(1);
	exit(0);
}
