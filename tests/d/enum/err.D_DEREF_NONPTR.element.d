/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator does not become an array. */
enum color { red, green };
BEGIN
{
	green[1] = 3;
	exit(0);
}
