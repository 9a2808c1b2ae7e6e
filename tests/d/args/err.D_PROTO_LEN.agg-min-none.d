/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* min() without arguments. */
BEGIN
{
	@ = min();
}
