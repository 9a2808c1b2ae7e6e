/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* void has no size. */
BEGIN
{
	trace(sizeof (void));
	exit(0);
}
