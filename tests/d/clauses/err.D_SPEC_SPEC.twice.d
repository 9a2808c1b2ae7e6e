/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() twice. */
BEGIN
{
	self->i = speculation(); speculate(self->i); speculate(self->i);
	exit(0);
}
