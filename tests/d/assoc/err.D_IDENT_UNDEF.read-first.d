/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An element is not read before one was assigned. */
BEGIN
{
	trace(a[1]);
}
