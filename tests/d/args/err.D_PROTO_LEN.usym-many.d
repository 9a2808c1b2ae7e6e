/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usym() with an argument too many. */
BEGIN
{
	usym(8, 1);
}
