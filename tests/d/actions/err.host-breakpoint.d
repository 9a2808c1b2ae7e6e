/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The host engine refuses by name what it cannot do.
 * @@options: -w
 * @@engine: host
 * @@errsed: /allowing/d; s/.*: \(breakpoint\)/\1/
 */
BEGIN
{
	breakpoint();
	exit(0);
}
