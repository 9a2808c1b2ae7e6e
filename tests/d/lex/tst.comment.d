/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Comments anywhere. */
#pragma D option quiet

BEGIN /* one */
/* two */ / /* three */ 1 /* four */ / /* five */
{
	/* six */ trace(/* seven */ 7); exit(0);
}
