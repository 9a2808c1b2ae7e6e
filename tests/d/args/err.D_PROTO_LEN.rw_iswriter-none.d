/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_iswriter() without arguments. */
BEGIN
{
	x = rw_iswriter();
}
