/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Built-in names of the probe. */
#pragma D option quiet

BEGIN
{
	printf("%s:%s:%s:%s %d\n", probeprov, probemod, probefunc, probename, id);
	exit(0);
}
