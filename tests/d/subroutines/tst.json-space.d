/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* White space in a JSON text, an array at the top. */
#pragma D option quiet

BEGIN
{
	printf("[%s]\n", json("{ \"k\" : \"a b\" }", "k"));
	printf("[%s]\n", json("[ \"zero\" , \"one\" ]", "[1]"));
	printf("[%s]\n", json("{\"empty\":\"\"}", "empty"));
	exit(0);
}
