/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The dynamic size is an integer. */
BEGIN
{
	tracemem("a", 5, "b");
	exit(0);
}
