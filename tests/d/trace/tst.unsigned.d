/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Unsigned values are never printed with a sign.
 * @@testing
 */
BEGIN
{
	trace((uint64_t)-1);
	trace((uint32_t)-1);
	trace((uint16_t)-1);
	trace((uint8_t)-1);
	exit(0);
}
