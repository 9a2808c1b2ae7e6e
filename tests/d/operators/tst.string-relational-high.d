/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Bytes above 127 sort after letters. */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", "\377" > "a", "a" < "\200");
	exit(0);
}
