/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What a thread kept when it ended is not seen by threads that begin later, though the kernel uses its structures again.
 * @@engine: kernel
 */
#pragma D option quiet
#pragma D option destructive

BEGIN
{
	found = 0;
	ended = 0;
	system("i=0; while [ $i -lt 100 ]; do (:); i=$((i + 1)); done");
}

syscall::exit_group:entry
{
	self->ended = 1;
	ended++;
}

syscall:::return
/self->ended/
{
	found++;
}

tick-4s
{
	printf("%s %d\n", ended >= 100 ? "many ended" : "too few ended", found);
	exit(0);
}
