/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A void value is no key of an aggregation. */
BEGIN
{
	@a[(void)1] = count();
}
