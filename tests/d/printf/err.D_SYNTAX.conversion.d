/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unknown conversion. */
BEGIN
{
	printf("%y\n", 1);
	exit(0);
}
