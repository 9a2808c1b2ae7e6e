/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exit() after speculate(). */
BEGIN
{
	self->i = speculation();
	speculate(self->i);
	exit(0);
}
