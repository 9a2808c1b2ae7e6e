/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usym() without arguments. */
BEGIN
{
	usym();
}
