/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tolower() of a number. */
BEGIN
{
	x = tolower(5);
}
