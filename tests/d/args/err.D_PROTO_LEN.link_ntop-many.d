/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* link_ntop() with an argument too many. */
BEGIN
{
	x = link_ntop(1, (void *)8, 1);
}
