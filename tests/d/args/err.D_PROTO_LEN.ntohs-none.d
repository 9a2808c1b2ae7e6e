/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohs() without arguments. */
BEGIN
{
	x = ntohs();
}
