/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* basename() and dirname() like the commands. */
#pragma D option quiet

BEGIN
{
	printf("[%s] [%s] [%s] [%s] [%s]\n", basename("/a/b"), basename("/a/b/"), basename("a"), basename("/"), basename("///"));
	printf("[%s] [%s] [%s] [%s] [%s]\n", dirname("/a/b"), dirname("/a/b/"), dirname("a"), dirname("/"), dirname("///"));
	printf("[%s] [%s] [%s] [%s]\n", basename(""), dirname(""), basename("."), dirname("."));
	printf("[%s] [%s] [%s] [%s]\n", basename("/a"), dirname("/a"), basename("a//b"), dirname("a//b"));
	printf("[%s] [%s] [%s]\n", basename(".."), dirname("../x"), dirname("/a//"));
	exit(0);
}
