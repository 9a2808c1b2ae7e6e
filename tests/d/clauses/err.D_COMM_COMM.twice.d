/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* commit() twice. */
BEGIN
{
	self->i = speculation(); commit(self->i); commit(self->i);
	exit(0);
}
