/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() without arguments. */
BEGIN
{
	@ = avg();
}
