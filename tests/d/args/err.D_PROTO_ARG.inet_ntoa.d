/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = inet_ntoa(wrong);
}
