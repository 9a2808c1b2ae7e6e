/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A clause-local has no address. */
BEGIN
{
	this->x = 1;
	trace(&this->x);
}
