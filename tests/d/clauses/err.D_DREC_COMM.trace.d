/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trace() after commit(). */
BEGIN
{
	self->i = speculation(); commit(self->i); trace(1);
	exit(0);
}
