/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A clause that stays open. */
BEGIN
{
	trace(1);
