/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Each description must match. */
BEGIN,
nosuch:::probe
{
	exit(0);
}
