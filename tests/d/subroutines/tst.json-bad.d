/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Text that is not JSON gives NULL. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", json("", "a") == NULL, json("{", "a") == NULL, json("plain", "a") == NULL, json("{\"a\":}", "a") == NULL);
	exit(0);
}
