/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyout() with an argument too few. */
BEGIN
{
	copyout((void *)8, 8);
}
