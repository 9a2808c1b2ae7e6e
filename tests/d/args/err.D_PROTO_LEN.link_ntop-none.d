/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* link_ntop() without arguments. */
BEGIN
{
	x = link_ntop();
}
