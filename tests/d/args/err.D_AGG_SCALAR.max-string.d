/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* max() of a string. */
BEGIN
{
	@ = max("text");
}
