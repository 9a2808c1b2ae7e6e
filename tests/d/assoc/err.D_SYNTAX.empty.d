/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A tuple has at least one key. */
BEGIN
{
	a[] = 1;
}
