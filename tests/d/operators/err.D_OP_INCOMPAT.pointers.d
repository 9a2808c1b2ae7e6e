/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two pointers do not add. */
BEGIN
{
	trace((int *)8 + (int *)8);
}
