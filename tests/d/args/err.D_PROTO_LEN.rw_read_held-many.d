/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_read_held() with an argument too many. */
BEGIN
{
	x = rw_read_held(NULL, 1);
}
