/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pragma without its option. */
#pragma D option

BEGIN
{
	exit(0);
}
