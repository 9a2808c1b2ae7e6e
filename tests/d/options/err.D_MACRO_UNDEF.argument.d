/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An argument that is not there. */
BEGIN
{
	printf("%d\n", $1);
	exit(0);
}
