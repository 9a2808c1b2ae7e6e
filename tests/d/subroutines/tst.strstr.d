/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strstr(). */
#pragma D option quiet

BEGIN
{
	s = "the quick brown fox";
	printf("%s|%s|%s\n", strstr(s, "quick"), strstr(s, "fox"), strstr(s, "the"));
	printf("%d %d\n", strstr(s, "slow") == NULL, strstr(s, "foxes") == NULL);
	printf("%s\n", strstr(s, ""));
	printf("%d\n", strstr("", "a") == NULL);
	exit(0);
}
