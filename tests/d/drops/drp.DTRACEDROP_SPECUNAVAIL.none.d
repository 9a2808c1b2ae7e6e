/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* More speculations than nspec. */
#pragma D option quiet

BEGIN
{
	speculation();
	speculation();
	exit(0);
}
