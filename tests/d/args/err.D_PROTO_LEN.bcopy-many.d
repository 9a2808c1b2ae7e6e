/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bcopy() with an argument too many. */
BEGIN
{
	bcopy((void *)8, (void *)8, 1, 1);
}
