/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string is no address. */
BEGIN
{
	x = copyinstr("here");
}
