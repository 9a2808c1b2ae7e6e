#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, taking text apart: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
BEGIN {
	this->p = "/usr/local/bin:/usr/bin:/bin";
	this->a = strtok(this->p, ":");
	this->b = strtok(NULL, ":");
	printf("%s %s %s\n", this->a, this->b, strtok(NULL, ":"));
	path = strjoin(dirname("/etc/passwd"), strjoin("/", basename("/x/group")));
	printf("%s %d %s\n", path, strlen(path), substr(path, 1, 3));
	exit(0);
}
