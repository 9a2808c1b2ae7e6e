/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation after speculate(). */
BEGIN
{
	self->i = speculation(); speculate(self->i); @a = sum(1);
	exit(0);
}
