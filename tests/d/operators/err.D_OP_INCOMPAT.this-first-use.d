/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The first assignment gives the type, also of clause-locals. */
BEGIN
{
	this->x = 5;
	this->x = "text";
}
