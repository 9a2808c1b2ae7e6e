/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Signals by name; real-time ones as programs count them; numbers that are none. */
#pragma D option quiet

BEGIN
{
	printf("%s %s %s %s\n", signame(1), signame(9), signame(17), signame(31));
	printf("%s %s %s %s\n", signame(34), signame(35), signame(63), signame(64));
	printf("%s %s %s %s %s %s\n", signame(0), signame(32), signame(33), signame(65), signame(-9), signame(0x100000009));
	exit(0);
}
