/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_write_held() without arguments. */
BEGIN
{
	x = rw_write_held();
}
