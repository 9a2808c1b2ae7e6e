/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cleanpath() takes out double slashes, . and .. */
#pragma D option quiet

BEGIN
{
	printf("%s %s %s %s\n", cleanpath("/a//b"), cleanpath("/a/./b"), cleanpath("/a/../b"), cleanpath("/a/b/../../c"));
	printf("%s %s %s\n", cleanpath("/"), cleanpath("//"), cleanpath("/.."));
	printf("%s %s\n", cleanpath("/a/b/c/../.././d"), cleanpath("/a/.../b"));
	printf("%s %s\n", cleanpath("/a/..b/c"), cleanpath("/a/.b/c"));
	exit(0);
}
