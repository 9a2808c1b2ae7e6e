#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: names of states, flags and errors.
 */

#pragma D option quiet

dtrace:::BEGIN
{
	/* from usr/src/uts/common/sys/proc.h */
	state[0] = "?";  state[SSLEEP] = "sleep";   state[SRUN] = "run";
	state[SZOMB] = "zombie"; state[SSTOP] = "stop";
	state[SIDL] = "idle";	state[SONPROC] = "cpu";
	type[B_READ & B_WRITE] = "?";
	type[B_WRITE] = "W"; 
	this->f = B_WRITE | B_ASYNC;
	this->d = this->f & B_READ ? "R" : this->f & B_WRITE ? "W" : "-";
	printf("%-10s|%10s|%s\n", state[1], state[SONPROC], this->d);
	printf("%s %s %s\n", this->f & B_ASYNC ? "async" : "sync", type[B_WRITE], state[99]);
	errstr[ENOENT] = "No such file"; errstr[EACCES] = "Permission denied";
	errstr[EINTR] = "Interrupted";
	printf("%3d %s\n%3d %s\n%3d %s\n", ENOENT, errstr[ENOENT], EACCES, errstr[EACCES], EINTR, errstr[EINTR]);
	printf("%d %d %d %d\n", SIGKILL, SIGTERM, O_RDWR, O_CREAT | O_EXCL);
	exit(0);
}
