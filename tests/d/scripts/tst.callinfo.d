#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: an associative array of structures.
 * @@options: -q
 */
struct callinfo {
	uint64_t ts;		/* timestamp of last syscall entry */
	uint64_t elapsed;	/* total elapsed time in nanoseconds */
	uint64_t calls;		/* number of calls made */
	size_t maxbytes;	/* maximum byte count argument */
};

struct callinfo i[string];	/* declare i as an associative array */

BEGIN
{
	i["read"].ts = 100;
	i["read"].maxbytes = 512;
	i["write"].ts = 200;
	i["read"].calls++;
	i["read"].calls++;
	i["read"].elapsed += 1500 - i["read"].ts;
	i["write"].maxbytes = 70 > i["write"].maxbytes ? 70 : i["write"].maxbytes;
}

END
{
	printf("        calls  max bytes  elapsed nsecs\n");
	printf("------  -----  ---------  -------------\n");
	printf("  read  %5d  %9d  %d\n",
	    i["read"].calls, i["read"].maxbytes, i["read"].elapsed);
	printf(" write  %5d  %9d  %d\n",
	    i["write"].calls, i["write"].maxbytes, i["write"].elapsed);
}
BEGIN { exit(0); }
