/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A D variable has no address. */
int x;
BEGIN
{
	trace(&x);
}
