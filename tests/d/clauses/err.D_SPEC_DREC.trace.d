/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() after trace(). */
BEGIN
{
	self->i = speculation(); trace(1); speculate(self->i);
	exit(0);
}
