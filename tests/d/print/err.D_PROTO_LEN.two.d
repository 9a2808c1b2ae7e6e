/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* print() takes one argument. */
BEGIN
{
	print(1, 2);
	exit(0);
}
