/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Oracle's print() takes a pointer. */
/* @@options: -x compat=oracle */
BEGIN
{
	print(5);
	exit(0);
}
