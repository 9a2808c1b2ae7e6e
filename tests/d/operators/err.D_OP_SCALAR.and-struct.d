/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* && wants scalars. */
struct s { int x; } v;
BEGIN
{
	trace(v && 1);
}
