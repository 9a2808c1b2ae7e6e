/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Functions on strings. */
#pragma D option quiet

BEGIN
{
	printf("%d %s %s %s\n", strlen("hello"), strjoin("a", "b"), substr("hello", 1, 3), substr("hello", 2));
	printf("%d %d %d\n", index("hello", "l"), rindex("hello", "l"), index("hello", "z"));
	printf("%s %s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'), strstr("hello", "ll"));
	printf("%s %s %s\n", basename("/a/b/c"), dirname("/a/b/c"), cleanpath("/a/./b/../c"));
	printf("%s %s %d\n", lltostr(-5), toupper("aBc"), strtoll("42") + 1);
	exit(0);
}
