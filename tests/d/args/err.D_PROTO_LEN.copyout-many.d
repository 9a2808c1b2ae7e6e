/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyout() with an argument too many. */
BEGIN
{
	copyout((void *)8, 8, 8, 1);
}
