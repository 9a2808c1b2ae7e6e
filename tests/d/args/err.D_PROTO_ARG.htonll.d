/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonll() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = htonll(wrong);
}
