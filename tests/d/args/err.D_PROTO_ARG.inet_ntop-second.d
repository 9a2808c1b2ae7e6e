/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntop() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = inet_ntop(1, wrong);
}
