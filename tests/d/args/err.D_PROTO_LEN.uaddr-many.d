/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* uaddr() with an argument too many. */
BEGIN
{
	uaddr(8, 1);
}
