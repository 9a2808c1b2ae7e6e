/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tolower() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = tolower(wrong);
}
