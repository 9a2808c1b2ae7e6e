/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A character that D does not know. */
BEGIN
{
	trace(1 \ 2);
	exit(0);
}
