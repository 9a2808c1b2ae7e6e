/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Every run-time flag is accepted.
 * @@options: -x destructive -x rawbytes=no -x aggsortkey -x aggsortrev -x aggsortpos=0 -x aggsortkeypos=0 -x temporal -x agghist=no -x aggpack=no -x aggzoom=no -x quietresize -x flowindent=no -x noresolve
 */
#pragma D option quiet

BEGIN
{
	printf("ok\n");
	exit(0);
}
