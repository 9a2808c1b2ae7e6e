#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: columns and filters chosen by inline options, as wrappers in sh make them.
 */
/*
 * Command line arguments
 */
inline int OPT_dump 	= 1;
inline int OPT_pid	= 0;
inline int OPT_name	= 1;
inline int PID		= 0;
inline string NAME	= "dtrace";
inline int INTERVAL	= 2;
inline string FMT	= "%s";

#pragma D option quiet

/*
 * Print header
 */
BEGIN
/OPT_dump/
{
	printf("%s,%s,%s\n", "UID", "PID", "COMM");
}
BEGIN
/!OPT_dump/
{
	printf("%5s %6s %s\n", "UID", "PID", "COMM");
}
BEGIN
{
	/* default is to trace unless filtering */
	self->ok = 1;

	/* check each filter, */
	(OPT_name == 1 && NAME == "dtrace") ? self->ok = 2 : 1;
	(OPT_pid == 1 && PID == pid) ? self->ok = 3 : 1;
	OPT_name ? (self->n = strlen(NAME)) : 0;
}
BEGIN
/self->ok/
{
	OPT_dump ? printf("%d,%d,%s\n", 1, self->ok, NAME) : printf("%5d %6d %s\n", 1, self->ok, NAME);
	printf("%d\n", self->n);
	exit(0);
}
