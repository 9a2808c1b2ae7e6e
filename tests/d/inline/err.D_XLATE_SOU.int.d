/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translator makes a structure. */
translator int < int I > { };
BEGIN
{
	trace(1);
	exit(0);
}
