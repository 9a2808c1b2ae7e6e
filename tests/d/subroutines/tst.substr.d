/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* substr(): from the front, from the end, beyond both. */
#pragma D option quiet

BEGIN
{
	s = "0123456789";
	printf("[%s] [%s] [%s]\n", substr(s, 0), substr(s, 3), substr(s, 9));
	printf("[%s] [%s]\n", substr(s, 10), substr(s, 100));
	printf("[%s] [%s] [%s]\n", substr(s, 2, 3), substr(s, 2, 0), substr(s, 8, 100));
	printf("[%s] [%s]\n", substr(s, -3), substr(s, -3, 2));
	printf("[%s]\n", substr("", 0));
	exit(0);
}
