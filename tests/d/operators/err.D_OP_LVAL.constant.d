/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A constant is not assigned to. */
BEGIN
{
	5 = 6;
}
