/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stop() with the wrong number of arguments. */
BEGIN
{
	stop(1);
	exit(0);
}
