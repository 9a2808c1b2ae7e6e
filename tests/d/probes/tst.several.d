/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One clause for several probes, over several lines. */
#pragma D option quiet

BEGIN,
END
{
	printf("%s\n", probename);
}
BEGIN { exit(0); }
