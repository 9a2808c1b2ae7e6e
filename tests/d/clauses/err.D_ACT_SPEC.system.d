/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A destructive action after speculate(). */
BEGIN
{
	self->i = speculation(); speculate(self->i); system("x");
	exit(0);
}
