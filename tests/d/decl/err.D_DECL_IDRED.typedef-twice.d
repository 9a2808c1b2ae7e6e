/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A type is declared again. */
typedef int mine;
typedef long mine;
BEGIN
{
	trace(1);
	exit(0);
}
