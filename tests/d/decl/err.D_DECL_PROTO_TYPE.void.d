/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* void is no key. */
int a[void];
BEGIN
{
	trace(1);
	exit(0);
}
