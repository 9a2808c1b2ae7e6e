/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* States of processes and connections by name. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d %d %d %d\n", SSLEEP, SRUN, SZOMB, SSTOP, SIDL, SONPROC, SWAIT);
	printf("%d %d %d %d %d\n", TCP_STATE_IDLE, TCP_STATE_ESTABLISHED, TCP_STATE_FIN_WAIT_1, TCP_STATE_FIN_WAIT_2, TCP_STATE_TIME_WAIT);
	printf("%d %d %d\n", TCP_STATE_CLOSE_WAIT, TCP_STATE_LAST_ACK, TCP_STATE_CLOSING);
	printf("%x %x %x %d\n", PR_STOPPED, PR_ASLEEP, PR_ISSYS, PR_MODEL_LP64);
	exit(0);
}
