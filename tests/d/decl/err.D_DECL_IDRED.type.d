/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable is declared again with another type. */
int x;
string x;
BEGIN
{
	trace(1);
	exit(0);
}
