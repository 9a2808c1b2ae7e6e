/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An error of the preprocessor.
 * @@options: -C
 */
#error no
BEGIN
{
	trace(1);
	exit(0);
}
