/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of frames is a constant. */
BEGIN
{
	ustack(pid);
	exit(0);
}
