/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * trace() of integers: columns by size, the sign as the type has it.
 * @@testing
 */
BEGIN
{
	trace((int64_t)-1);
	trace((int32_t)-2);
	trace((int16_t)-3);
	trace((int8_t)-4);
	exit(0);
}
