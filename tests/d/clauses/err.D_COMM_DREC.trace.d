/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* commit() after trace(). */
BEGIN
{
	self->i = speculation(); trace(1); commit(self->i);
	exit(0);
}
