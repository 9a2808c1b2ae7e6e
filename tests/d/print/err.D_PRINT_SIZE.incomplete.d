/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure that is only named has no size. */
/* @@options: -x compat=oracle */
BEGIN
{
	print((struct nowhere *)8);
	exit(0);
}
