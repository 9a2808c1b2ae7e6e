/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The words for yes and no of a flag. */
#pragma D option quiet

#pragma D option rawbytes=true
#pragma D option rawbytes=disabled
#pragma D option aggsortrev=enable
#pragma D option aggsortrev=off
#pragma D option aggsortkey=set
#pragma D option aggsortkey=unset
BEGIN
{
	@["b"] = sum(1);
	@["a"] = sum(2);
	exit(0);
}
