/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One predicate for several probes. */
#pragma D option quiet

BEGIN, END
/probename == "END"/
{
	printf("%s\n", probename);
}
BEGIN
{
	exit(0);
}
