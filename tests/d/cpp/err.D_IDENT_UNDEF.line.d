/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Lines are those of the program.
 * @@options: -C
 */
BEGIN
{
	trace(nosuch);
	exit(0);
}
