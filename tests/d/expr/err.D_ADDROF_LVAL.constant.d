/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* & of a constant. */
BEGIN
{
	trace(&5);
	exit(0);
}
