/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* substr() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = substr("a", wrong);
}
