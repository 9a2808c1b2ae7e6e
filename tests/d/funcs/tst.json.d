/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Parts of JSON text. */
#pragma D option quiet

BEGIN
{
	printf("%s %s\n", json("{\"a\": {\"b\": 5}}", "a.b"), json("[1, 2, 3]", "[1]"));
	exit(0);
}
