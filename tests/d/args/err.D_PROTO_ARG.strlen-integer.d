/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strlen() of a number. */
BEGIN
{
	x = strlen(5);
}
