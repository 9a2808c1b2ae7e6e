/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Options of the other lineage that change nothing here are accepted.
 * @@options: -x pcapsize=128 -x bpflogsize=64k -x maxframes=64 -x bpflog -x scratchsize=512 -x lockmem=unlimited -x printsize=512
 */
#pragma D option quiet

BEGIN
{
	printf("ok\n");
	exit(0);
}
