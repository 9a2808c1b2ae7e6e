/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A stack is no value with a type of C. */
BEGIN
{
	print(stack());
	exit(0);
}
