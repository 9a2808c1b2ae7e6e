/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A void variable. */
void x;
BEGIN
{
	trace(1);
	exit(0);
}
