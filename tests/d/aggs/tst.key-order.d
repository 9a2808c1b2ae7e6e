/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Integer keys are ordered as numbers. */
#pragma D option quiet

BEGIN
{
	@[10] = count();
	@[9] = count();
	@[-1] = count();
	@[100] = count();
	exit(0);
}
