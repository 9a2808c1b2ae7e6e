/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A sum has no address. */
BEGIN
{
	x = 1;
	trace(&(x + 1));
}
