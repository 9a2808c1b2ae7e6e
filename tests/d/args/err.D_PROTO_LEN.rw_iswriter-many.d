/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_iswriter() with an argument too many. */
BEGIN
{
	x = rw_iswriter(NULL, 1);
}
