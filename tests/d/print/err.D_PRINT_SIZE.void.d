/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What a void pointer leads to has no size. */
/* @@options: -x compat=oracle */
BEGIN
{
	print((void *)8);
	exit(0);
}
