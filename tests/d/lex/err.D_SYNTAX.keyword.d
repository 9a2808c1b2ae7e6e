/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* D has no loops. */
BEGIN
{
	while (1) { trace(1); }
	exit(0);
}
