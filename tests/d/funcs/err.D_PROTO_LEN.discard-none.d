/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* discard() with the wrong number of arguments. */
BEGIN
{
	discard();
	exit(0);
}
