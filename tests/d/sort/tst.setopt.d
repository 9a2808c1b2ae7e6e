/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* setopt() changes the order while tracing. */
#pragma D option quiet

BEGIN
{
	@["b"] = sum(1);
	@["a"] = sum(2);
	@["c"] = sum(0);
	printa("%s", @);
	setopt("aggsortrev");
	printa("%s", @);
	printf("\n");
	exit(0);
}
