#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * hotprograms.d - which programs use the CPUs now, and how much of it in the kernel?
 *
 *	hotprograms.d [seconds]		a table every so many seconds (5)
 *
 * Each CPU is looked at 199 times a second; the table has the number of times that a program was found there, outside and
 * inside the kernel. Compare with the line of the idle CPUs.
 */
#pragma D option quiet
#pragma D option defaultargs

inline int SECONDS = $1 ? $1 : 5;

BEGIN
{
	printf("%-16s %12s %12s\n", "PROGRAM", "USER", "KERNEL");
	left = SECONDS;
}

profile-199
{
	this->name = pid ? execname : "(idle)";
	@user[this->name] = sum(arg1 != 0);
	@kernel[this->name] = sum(arg0 != 0);
}

tick-1s
/--left == 0/
{
	left = SECONDS;
	printa("%-16s %@12d %@12d\n", @user, @kernel);
	printf("\n");
	trunc(@user);
	trunc(@kernel);
}
