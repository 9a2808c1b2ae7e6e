/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* | wants integers. */
BEGIN
{
	trace((int *)8 | 1);
}
