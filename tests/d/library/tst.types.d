/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The translated types are there, without the kernel's. */
#pragma D option quiet

bufinfo_t buf;
devinfo_t dev;
fileinfo_t file;

BEGIN
{
	buf.b_bcount = 4096;
	buf.b_flags = B_WRITE | B_ASYNC;
	dev.dev_statname = "vda";
	file.fi_pathname = "/etc/passwd";
	printf("%d %x %s %s\n", buf.b_bcount, buf.b_flags, dev.dev_statname, file.fi_pathname);
	printf("%d %d %d %d\n", sizeof(cpuinfo_t), sizeof(pktinfo_t) / sizeof(long), sizeof(tcplsinfo_t), sizeof(udpinfo_t) - sizeof(long));
	exit(0);
}
