/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* offsetof needs a structure. */
BEGIN
{
	trace(offsetof (int, x));
	exit(0);
}
