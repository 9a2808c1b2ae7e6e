/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() after commit(). */
BEGIN
{
	self->i = speculation(); commit(self->i); speculate(self->i);
	exit(0);
}
