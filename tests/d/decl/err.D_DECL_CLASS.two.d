/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two storage classes. */
static extern int x;
BEGIN
{
	trace(1);
	exit(0);
}
