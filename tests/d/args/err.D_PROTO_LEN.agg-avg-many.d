/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() with two arguments. */
BEGIN
{
	@ = avg(1, 2);
}
