/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The host engine refuses by name what it cannot do.
 * @@options: -w
 * @@engine: host
 * @@errsed: /allowing/d; s/.*: \(raise\)/\1/
 */
BEGIN
{
	raise(9);
	exit(0);
}
