/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Folded stacks: keys beside a stack as a label.
 * @@options: -x oformat=folded -x stackkeys=labels
 * @@sed: s/\].* /] /
 */
#pragma D option quiet

BEGIN
{
	@["a;b", stack(), 7] = sum(12);
	exit(0);
}
