/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Nothing has no value. */
BEGIN
{
	print((void)1);
	exit(0);
}
