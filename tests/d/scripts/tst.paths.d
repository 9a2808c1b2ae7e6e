#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: paths and words taken apart.
 */
#pragma D option quiet
#pragma D option strsize=64

BEGIN
{
	this->path = "/export/home/fred/src/app/main.c";
	this->dir = dirname(this->path);
	this->base = basename(this->path);
	this->ext = strrchr(this->base, '.');
	printf("%s %s %s\n", this->dir, this->base, this->ext);
	this->top = strtok(this->path, "/");
	this->second = strtok(NULL, "/");
	printf("%s+%s\n", this->top, this->second);
	printf("%s\n", strjoin(strjoin(strjoin(this->top, ":"), this->second), strjoin("=", lltostr(42))));
	printf("%s\n", substr(this->path, index(this->path, "fred"), 4));
	printf("%s|%s|\n", substr(this->path, -6), substr(this->path, 0, rindex(this->path, "/")));
	printf("%d %d %d\n", strlen(this->path), index("abc", "z"), rindex("abcabc", "b"));
	printf("%s\n", cleanpath("/a/b/../c/./d//e"));
	printf("%s\n", strstr(this->path, "src"));
	printf("%s\n", strchr("key=value", '='));
	printf("%s\n", strstr(this->path, "nope") == NULL ? "none" : "some");
	printf("%s\n", this->path == "/export/home/fred/src/app/main.c" ? "same" : "diff");
	printf("%s\n", stringof("x"));
	printf("%-10.3s|%10.3s|%.*s|%*s|%-*s|\n", "abcdef", "abcdef", 2, "abcdef", 8, "abc", 8, "abc");
	printf("%s %s\n", lltostr(-9), lltostr(0x7fffffffffffffff));
	printf("%S\n", "tab\there\n\"q\"\\");
	exit(0);
}
