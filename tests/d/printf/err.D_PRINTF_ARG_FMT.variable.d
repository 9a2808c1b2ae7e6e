/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A format that is no constant. */
BEGIN
{
	printf(execname);
	exit(0);
}
