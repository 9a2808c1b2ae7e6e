/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* index() without arguments. */
BEGIN
{
	x = index();
}
