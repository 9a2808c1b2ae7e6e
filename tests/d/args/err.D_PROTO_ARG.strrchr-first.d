/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strrchr() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = strrchr(wrong, 'a');
}
