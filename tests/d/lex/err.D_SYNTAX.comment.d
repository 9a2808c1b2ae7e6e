/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A comment ends. */
BEGIN
{
	exit(0);
}
/* open
