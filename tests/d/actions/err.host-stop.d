/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The host engine refuses by name what it cannot do.
 * @@options: -w
 * @@engine: host
 * @@errsed: /allowing/d; s/.*: \(stop\)/\1/
 */
BEGIN
{
	stop();
	exit(0);
}
