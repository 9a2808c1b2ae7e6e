/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A clause-local variable that nobody assigned. */
BEGIN
{
	trace(this->nosuch);
	exit(0);
}
