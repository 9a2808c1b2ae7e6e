/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strstr() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = strstr(wrong, "a");
}
