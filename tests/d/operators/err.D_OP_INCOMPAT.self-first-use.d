/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The first assignment gives the type, also of thread-locals. */
BEGIN
{
	self->x = 5;
	self->x = "text";
}
