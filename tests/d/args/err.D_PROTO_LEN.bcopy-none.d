/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bcopy() without arguments. */
BEGIN
{
	bcopy();
}
