/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A scalar is not indexed by a tuple. */
int x;
BEGIN
{
	x[1, 2] = 5;
}
