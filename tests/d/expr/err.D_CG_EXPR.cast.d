/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An action has no value. */
BEGIN
{
	(void)exit(0);
}
