/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of frames is positive. */
BEGIN
{
	stack(0);
	exit(0);
}
