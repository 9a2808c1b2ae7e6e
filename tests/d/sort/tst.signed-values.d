/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Values are compared with their sign. */
#pragma D option quiet

BEGIN
{
	@[1] = sum(-1);
	@[2] = sum(1);
	exit(0);
}
