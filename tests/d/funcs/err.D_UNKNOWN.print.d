/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An action that is not there yet is named. */
BEGIN
{
	print(1);
	exit(0);
}
