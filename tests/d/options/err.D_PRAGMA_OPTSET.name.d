/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An option that does not exist. */
#pragma D option nosuchoption

BEGIN
{
	exit(0);
}
