/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A thread-local has no address. */
BEGIN
{
	self->x = 1;
	trace(&self->x);
}
