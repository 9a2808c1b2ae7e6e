/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* count() takes nothing. */
BEGIN
{
	@ = count(1);
}
