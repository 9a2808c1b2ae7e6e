/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number does not go into a string. */
string s;
BEGIN
{
	s = 5;
}
