/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* . wants a structure. */
int x;
BEGIN
{
	trace(x.a);
}
