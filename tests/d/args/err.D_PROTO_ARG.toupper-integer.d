/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* toupper() of a number. */
BEGIN
{
	x = toupper(5);
}
