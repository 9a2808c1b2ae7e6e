/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A clause that records nothing prints its line with flowall and flowtime, with an empty time where there is no entry;
 * probes that are no calls have depth 0; nointr concerns fbt and instr alone.
 * @@testing
 * @@options: -F -x flowall -x flowtime -x maxdepth=1 -x nointr
 */
BEGIN
{
	x = 1;
}

BEGIN
{
	trace(x);
	exit(0);
}
