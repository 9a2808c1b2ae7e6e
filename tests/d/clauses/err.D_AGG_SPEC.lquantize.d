/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation after speculate(). */
BEGIN
{
	self->i = speculation(); speculate(self->i); @a = lquantize(1, 0, 10);
	exit(0);
}
