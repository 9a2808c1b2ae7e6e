/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Below the stability that -x amin wants.
 * @@options: -x amin=Evolving/Evolving/Common
 */
BEGIN
{
	trace(curthread);
	exit(0);
}
