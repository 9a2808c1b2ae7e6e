/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Compile-time options are accepted.
 * @@options: -x account -x knodefs -x unodefs -x late=dynamic -x lazyload -x linkmode=kernel -x linktype=elf -x pgmax=8 -x pidsites=1000 -x pidwait=2s -x pspec -x setenv=A=b -x unsetenv=A -x strip -x evaltime=main -x nolibs -x encoding=ascii -x usdt=notes -x ldpath=ld -x objcopypath=objcopy -x version=1.13
 */
#pragma D option quiet

BEGIN
{
	printf("ok\n");
	exit(0);
}
