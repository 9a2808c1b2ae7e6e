/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* min() with two arguments. */
BEGIN
{
	@ = min(1, 2);
}
