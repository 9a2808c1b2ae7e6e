/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A value that the option does not take. */
#pragma D option bufpolicy=round

BEGIN
{
	exit(0);
}
