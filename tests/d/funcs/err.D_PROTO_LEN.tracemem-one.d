/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracemem() has two or three arguments. */
BEGIN
{
	tracemem("a");
	exit(0);
}
