/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() of a string. */
BEGIN
{
	@ = avg("text");
}
