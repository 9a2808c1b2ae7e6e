/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* link_ntop() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = link_ntop(wrong, (void *)8);
}
