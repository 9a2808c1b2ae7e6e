/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* chill() with an argument too many. */
BEGIN
{
	chill(1, 1);
}
