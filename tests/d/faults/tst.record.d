/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What faults when a value is recorded has no place in a DIF object: arg3 is -1, and the message ends with the action. */
#pragma D option quiet
BEGIN { tracemem((void *)8, 4); }
BEGIN { trace((string)NULL); }
BEGIN { exit(0); }
ERROR { printf("%d %d %d %d\n", arg2, (int)arg3, arg4, arg5); }
