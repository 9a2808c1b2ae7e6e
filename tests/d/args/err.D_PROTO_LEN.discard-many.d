/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* discard() with an argument too many. */
BEGIN
{
	discard(1, 1);
}
