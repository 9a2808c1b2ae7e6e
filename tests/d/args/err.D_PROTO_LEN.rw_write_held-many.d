/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_write_held() with an argument too many. */
BEGIN
{
	x = rw_write_held(NULL, 1);
}
