/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_read_held() without arguments. */
BEGIN
{
	x = rw_read_held();
}
