/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation after commit(). */
BEGIN
{
	self->i = speculation(); commit(self->i); @a = count();
	exit(0);
}
