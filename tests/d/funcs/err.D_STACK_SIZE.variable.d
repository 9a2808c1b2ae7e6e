/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of frames is a constant. */
BEGIN
{
	stack(pid);
	exit(0);
}
