/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* d_path() without arguments. */
BEGIN
{
	x = d_path();
}
