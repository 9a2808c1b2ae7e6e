/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* && is for scalars. */
BEGIN
{
	trace("a" && 1);
	exit(0);
}
