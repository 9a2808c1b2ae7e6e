/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function of another system. */
BEGIN
{
	trace(msgsize(0));
	exit(0);
}
