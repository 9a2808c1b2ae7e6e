/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The names of the probe that fires. */
#pragma D option quiet

BEGIN
{
	printf("%s %s|%s|%s\n", probeprov, probename, probefunc, probemod);
	b = id;
}
tick-10ms
{
	printf("%s %s|%s|%s %d\n", probeprov, probename, probefunc, probemod, id != b);
	exit(0);
}
END
{
	printf("%s %s|%s|%s\n", probeprov, probename, probefunc, probemod);
}
