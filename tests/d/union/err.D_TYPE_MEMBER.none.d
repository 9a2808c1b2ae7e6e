/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member that is not there. */
union u { int a; } v;
BEGIN
{
	v.b = 1;
}
